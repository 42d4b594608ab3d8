import { useEndpoint } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Empty, LinkButton } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

interface NoCandidatesProps {
  /** Nothing passes the filter, or the station has no devices, or the account has none. */
  within: 'filter' | 'station' | 'account'
  onClear: () => void
}

/** Why there are no devices, and what to do. */
export function NoCandidates({ within, onClear }: NoCandidatesProps) {
  const text = useText<typeof enUS>('functions')
  if (within === 'account') return <NoneAtAll />
  const clear = <Button onClick={onClear}>{text('clear')}</Button>
  return within === 'filter' ? (
    <Empty title={text('noMatch')} action={clear} />
  ) : (
    <Empty icon="device" title={text('none')} action={clear} />
  )
}

/** A sub-account depends on what its main account shares, not on loggers. */
function NoneAtAll() {
  const text = useText<typeof enUS>('functions')
  const mainAccountId = useEndpoint('GET /session').data?.mainAccountId ?? null
  return (
    <Empty
      icon="device"
      title={text(mainAccountId === null ? 'noneAtAll' : 'noneLetIn')}
      action={<LinkButton href={`#${paths.stationList()}`}>{text('toStations')}</LinkButton>}
    />
  )
}
