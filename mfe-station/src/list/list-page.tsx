import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ListedStation, maxPageSize, paths, stationSorts } from '@helioport/contract'
import { askAhead, call, useEndpoint } from '@helioport/api-client'
import { useErrorText, useFormat, useTableTexts, useText } from '@helioport/i18n'
import {
  Button,
  Empty,
  LinkButton,
  Page,
  PageHeader,
  SkeletonText,
  readUrlState,
  useUrlState,
  useNow,
} from '@helioport/ui'
import { ownRelease, type Place } from '@helioport/federation/remote'
import { useSession } from '@helioport/session'
import { ListFrame, StaleNotice, useAllOnPaper } from '@helioport/ui/table'
import { hrefOf } from '../station/href.ts'
import { NoStation } from '../station/missing.tsx'
import { SummarySkeleton } from '../station/summary-skeleton.tsx'
import { attentionShown, SummaryStrip } from '../station/summary-strip.tsx'
import { pollMs, useAttention, useSummary } from '../station/use-fleet.ts'
import { WorkingNote, workingOf } from '../station/working-note.tsx'
import { useStationText } from '../station/use-station-text.ts'
import { ListFilters } from './list-filters.tsx'
import { endpointQuery, listFields, type ListQuery } from './list-query.ts'
import { StationCards } from './station-cards.tsx'
import { useStationColumns } from './station-columns.tsx'

// Fetched by those who change the order only.
const Arranging = lazy(async () => ({ default: (await import('./arranging.tsx')).Arranging }))

const ageTickMs = 30_000

type Fleet = ReturnType<typeof useSummary>

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
  const summary = useSummary()
  const [query, change] = useUrlState(listFields, useSearchParams())
  const [isArranging, setArranging] = useState(false)
  const { session } = useSession()
  const texts = useListTextsOfStations()
  const isMain = session?.mainAccountId === null
  const count = summary.data?.stations ?? 0

  return (
    <Page>
      <PageHeader
        title={text('list.title')}
        subtitle={summary.updatedAt > 0 ? text('updated.at', { time: format.time(summary.updatedAt) }) : '\u00a0'}
        actions={
          isMain && (
            <LinkButton kind="primary" icon="plus" href={hrefOf(paths.stationAdd())}>
              {text('list.add')}
            </LinkButton>
          )
        }
      />
      <StaleNotice
        list={{ ...summary, data: summary.data && [summary.data] }}
        texts={texts}
        text={text('age.refreshFailed', { time: format.time(summary.updatedAt) })}
      />
      {summary.data?.stations === 0 ? (
        <NoStation onRefresh={summary.refetch} />
      ) : (
        <>
          <Summary summary={summary} />
          {isArranging ? (
            <Suspense fallback={<SkeletonText lines={8} />}>
              <Arranging onDone={() => setArranging(false)} />
            </Suspense>
          ) : (
            <StationList
              summary={summary}
              query={query}
              onChange={change}
              // More than a page of stations is not dragged over each other: there the numbers are entered.
              onArrange={isMain && count > 1 && count <= maxPageSize ? () => setArranging(true) : undefined}
            />
          )}
        </>
      )}
    </Page>
  )
}

ListPage.ahead = ({ search }: Place) =>
  askAhead('GET /stations', { query: endpointQuery(readUrlState(listFields, search)) })

function Summary({ summary: { data, error } }: { summary: Fleet }) {
  const attention = useAttention(attentionShown)
  if (!data) return error ? null : <SummarySkeleton />
  return <SummaryStrip summary={data} attention={attention.data ?? []} />
}

interface StationListProps {
  summary: Fleet
  query: ListQuery
  onChange: (change: Partial<ListQuery>) => void
  onArrange: (() => void) | undefined
}

/** One page of the stations that are asked for, as a table or as cards. */
function StationList({ summary, query, onChange, onArrange }: StationListProps) {
  const text = useStationText()
  const now = useNow(ageTickMs)
  const texts = useListTextsOfStations()
  const format = useFormat()
  const list = useEndpoint('GET /stations', { query: endpointQuery(query) }, { refetchMs: pollMs, kept: ownRelease })
  const common = useText()
  const paper = useAllOnPaper(
    async (page, pageSize) =>
      (await call('GET /stations', { query: { ...endpointQuery(query), page, pageSize } })).data ?? [],
  )
  const isFiltered = query.search.trim() !== '' || query.status !== 'all'
  const showAll = () => onChange({ search: '', status: 'all' })
  const refetch = () => {
    list.refetch()
    summary.refetch()
  }
  return (
    <ListFrame
      label={text('list.title')}
      storageKey="station.list"
      // That the sums could not be read anew is said above already.
      list={{
        ...list,
        ...(paper.rows && { data: paper.rows }),
        refetch,
        error: summary.data && summary.error && list.data ? undefined : list.error,
      }}
      texts={texts}
      staleText={text('age.refreshFailed', { time: format.time(list.updatedAt) })}
      head={
        <>
          <WorkingNote working={workingOf(list.data ?? [])} />
          <ListFilters
            query={query}
            onChange={onChange}
            summary={summary.data}
            onArrange={onArrange}
            print={
              <Button kind="text" busy={paper.isLoading} onClick={paper.print}>
                {common('action.print')}
              </Button>
            }
          />
        </>
      }
      columns={useStationColumns(now)}
      sort={
        query.sort === 'sortNumber' ? undefined : { key: query.sort, order: query.order === '' ? 'asc' : query.order }
      }
      onSort={(sort) => {
        const key = stationSorts.find((each) => each === sort?.key)
        onChange({ sort: key ?? 'sortNumber', order: sort?.order ?? '' })
      }}
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
        children: (rows: readonly ListedStation[]) => <StationCards stations={rows} now={now} />,
      })}
    />
  )
}
