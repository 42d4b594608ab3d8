import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths, type Station } from '@helioport/contract'
import { askAhead, call, useEndpoint } from '@helioport/api-client'
import { useErrorText, useFormat, useTableTexts, useText } from '@helioport/i18n'
import { Button, Card, Empty, LinkButton, Page, PageHeader, readUrlState, useUrlState, useNow } from '@helioport/ui'
import { ownRelease, type Place } from '@helioport/federation/remote'
import { useSession } from '@helioport/session'
import { ListFrame, StaleNotice, useAllOnPaper } from '@helioport/ui/table'
import { hrefOf } from '../station/href.ts'
import { NoStation } from '../station/missing.tsx'
import { SummarySkeleton } from '../station/summary-skeleton.tsx'
import { SummaryStrip } from '../station/summary-strip.tsx'
import { needingAttention, ranksByYield, summaryOf } from '../station/summary.ts'
import { pollMs, useStations } from '../station/use-stations.ts'
import { WorkingNote, workingOf } from '../station/working-note.tsx'
import { useStationText } from '../station/use-station-text.ts'
import { ListFilters } from './list-filters.tsx'
import { endpointQuery, listFields, type ListQuery } from './list-query.ts'
import { OrderList } from './order-list.tsx'
import { StationCards } from './station-cards.tsx'
import { useStationColumns } from './station-columns.tsx'
import styles from './list.module.css'

const ageTickMs = 30_000

type Stations = ReturnType<typeof useStations>

function useListTextsOfStations() {
  const text = useStationText()
  const errorText = useErrorText()
  const failure: typeof errorText = (error, retry) => ({ ...errorText(error, retry), title: text('failed.title') })
  return { ...useTableTexts(), failure }
}

/** All stations of the account: first the whole at a glance, then one line each. */
export default function ListPage() {
  const text = useStationText()
  const format = useFormat()
  const all = useStations(pollMs, true)
  const [query, change] = useUrlState(listFields, useSearchParams())
  const [isArranging, setArranging] = useState(false)
  const { session } = useSession()
  const texts = useListTextsOfStations()
  const own = useMemo(() => (all.data ?? []).filter(({ rights }) => rights.includes('manage')), [all.data])

  return (
    <Page>
      <PageHeader
        title={text('list.title')}
        subtitle={all.updatedAt > 0 ? text('updated.at', { time: format.time(all.updatedAt) }) : '\u00a0'}
        actions={
          session?.mainAccountId === null && (
            <LinkButton kind="primary" icon="plus" href={hrefOf(paths.stationAdd())}>
              {text('list.add')}
            </LinkButton>
          )
        }
      />
      <StaleNotice list={all} texts={texts} text={text('age.refreshFailed', { time: format.time(all.updatedAt) })} />
      {all.data?.length === 0 ? (
        <NoStation onRefresh={all.refetch} />
      ) : (
        <>
          <Summary all={all} />
          {isArranging ? (
            <Arranging stations={own} onDone={() => setArranging(false)} />
          ) : (
            <StationList
              all={all}
              query={query}
              onChange={change}
              onArrange={own.length > 1 ? () => setArranging(true) : undefined}
            />
          )}
        </>
      )}
    </Page>
  )
}

ListPage.ahead = ({ search }: Place) =>
  askAhead('GET /stations', { query: endpointQuery(readUrlState(listFields, search)) })

function Summary({ all }: { all: Stations }) {
  if (!all.data) return all.error ? null : <SummarySkeleton />
  return (
    <SummaryStrip
      summary={summaryOf(all.data)}
      attention={needingAttention(all.data)}
      total={all.total ?? all.data.length}
    />
  )
}

function Arranging({ stations, onDone }: { stations: readonly Station[]; onDone: () => void }) {
  const text = useStationText()
  return (
    <Card padding="none" label={text('list.title')}>
      <div className={styles.arranging}>
        <h2>{text('order.title')}</h2>
        <Button kind="primary" onClick={onDone}>
          {text('order.done')}
        </Button>
      </div>
      <OrderList stations={stations} />
    </Card>
  )
}

interface StationListProps {
  /** Every station of the account: what is searched, and counted by status. */
  all: Stations
  query: ListQuery
  onChange: (change: Partial<ListQuery>) => void
  onArrange: (() => void) | undefined
}

/** One page of the stations that are asked for, as a table or as cards. */
function StationList({ all, query, onChange, onArrange }: StationListProps) {
  const text = useStationText()
  const now = useNow(ageTickMs)
  const texts = useListTextsOfStations()
  const format = useFormat()
  const list = useEndpoint('GET /stations', { query: endpointQuery(query) }, { refetchMs: pollMs, kept: ownRelease })
  const common = useText()
  const ranks = useMemo(() => ranksByYield(all.data ?? []), [all.data])
  const paper = useAllOnPaper(
    async (page, pageSize) =>
      (await call('GET /stations', { query: { ...endpointQuery(query), page, pageSize } })).data ?? [],
  )
  const isFiltered = query.search.trim() !== '' || query.status !== 'all'
  const showAll = () => onChange({ search: '', status: 'all' })
  const refetch = () => {
    list.refetch()
    all.refetch()
  }
  return (
    <ListFrame
      label={text('list.title')}
      storageKey="station.list"
      // That all stations could not be read anew is said above already.
      list={{
        ...list,
        ...(paper.rows && { data: paper.rows }),
        refetch,
        error: all.data && all.error && list.data ? undefined : list.error,
      }}
      texts={texts}
      staleText={text('age.refreshFailed', { time: format.time(list.updatedAt) })}
      head={
        <>
          <WorkingNote working={workingOf(list.data ?? [])} />
          <ListFilters
            query={query}
            onChange={onChange}
            counts={all.data && summaryOf(all.data).byStatus}
            onArrange={onArrange}
            print={
              <Button kind="text" busy={paper.isLoading} onClick={paper.print}>
                {common('action.print')}
              </Button>
            }
          />
        </>
      }
      columns={useStationColumns(now, ranks)}
      rowKey={(station) => station.id}
      rowHref={(station) => hrefOf(paths.station('charts', station.memberId, station.id))}
      page={{
        number: paper.rows ? 1 : query.page,
        size: paper.rows?.length ?? query.size,
        onChange: (page, size) => onChange({ page, size }),
      }}
      empty={
        <Empty
          title={text('list.noHit')}
          hint={text('list.noHitHint')}
          action={isFiltered || query.page > 1 ? <Button onClick={showAll}>{text('list.clear')}</Button> : null}
        />
      }
      {...(query.layout === 'cards' && {
        children: (rows: readonly Station[]) => <StationCards stations={rows} now={now} ranks={ranks} />,
      })}
    />
  )
}
