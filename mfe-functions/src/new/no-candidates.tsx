import { useEndpoint } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Empty, LinkButton } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

interface NoCandidatesProps {
  /** Devices exist, but none passes the filter; or the chosen station has none; or the account has none. */
  within: 'filter' | 'station' | 'account'
  onClear: () => void
}

/** Why there is no device to choose, and a way on. */
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

/** A sub-account has what its main account lets it see, whatever loggers report. */
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
