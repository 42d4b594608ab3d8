import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Button, Card, Empty, LinkButton, NoAccess, Page } from '@helioport/ui'
import { hrefOf } from './href.ts'
import { useStationText } from './use-station-text.ts'

/**
 * An id that does not exist or that this account may not see. The service does not distinguish them, so this page does
 * not either.
 */
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

/** The account has no station. A main account can add one, other accounts must wait for it. */
export function NoStation({ onRefresh }: { onRefresh: () => void }) {
  const text = useStationText()
  const common = useText()
  // Nothing can be added while viewing as another account.
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
