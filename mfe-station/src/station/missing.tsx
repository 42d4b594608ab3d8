import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Button, Card, Empty, LinkButton, NoAccess, Page } from '@helioport/ui'
import { hrefOf } from './href.ts'
import { useStationText } from './use-station-text.ts'

/** An id that is not there, or that this account may not see: the service says the same of both, and so do we. */
export function MissingStation() {
  const text = useStationText()
  const list = hrefOf(paths.stationList())
  return (
    <Page>
      <NoAccess
        title={text('missing.title')}
        hint={text('missing.text')}
        action={<LinkButton href={list}>{text('missing.back')}</LinkButton>}
      />
    </Page>
  )
}

interface MissingTabProps {
  tab: string
  memberId: string
  stationId: string
}

export function MissingTab({ tab, memberId, stationId }: MissingTabProps) {
  const text = useStationText()
  const charts = hrefOf(paths.station('charts', memberId, stationId))
  const list = hrefOf(paths.stationList())
  return (
    <Page>
      <Empty
        wholePage
        icon="station"
        title={text('missing.tabTitle')}
        hint={text('missing.tabText', { tab })}
        action={
          <>
            <LinkButton href={charts}>{text('missing.toCharts')}</LinkButton>
            <LinkButton kind="text" href={list}>
              {text('missing.back')}
            </LinkButton>
          </>
        }
      />
    </Page>
  )
}

/** The account has no station at all. A main account makes one, others wait for it. */
export function NoStation({ onRefresh }: { onRefresh: () => void }) {
  const text = useStationText()
  const common = useText()
  // Who looks as another account adds nothing.
  const isMain = useSession(({ session }) => session?.mainAccountId === null && !session.view)
  return (
    <Card>
      <Empty
        icon="station"
        title={text('list.emptyAccount')}
        hint={text(isMain ? 'list.emptyMainHint' : 'list.emptyAccountHint')}
        action={
          isMain ? (
            <LinkButton icon="plus" href={hrefOf(paths.stationAdd())}>
              {text('list.addFirst')}
            </LinkButton>
          ) : (
            <Button icon="refresh" onClick={onRefresh}>
              {common('action.refresh')}
            </Button>
          )
        }
      />
    </Card>
  )
}
