import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ListedStation, maxPageSize, paths, stationSorts } from '@helioport/contract'
import { askAhead, call, type EndpointState, useEndpoint } from '@helioport/api-client'
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
import { type Column, ListFrame, StaleNotice, useAllOnPaper } from '@helioport/ui/table'
import { lazyWithTexts } from '../station/owner-texts.ts'
import { hrefOf } from '../station/href.ts'
import { NoStation } from '../station/missing.tsx'
import { SummarySkeleton } from '../station/summary/summary-skeleton.tsx'
import { SummaryStrip } from '../station/summary/summary-strip.tsx'
import { pollMs, useAttention, useSummary } from '../station/use-fleet.ts'
import { WorkingNote, workingOf } from '../station/working-note.tsx'
import { useStationText } from '../station/use-station-text.ts'
import { withChoice } from './choose-column.tsx'
import { ListFilters } from './list-filters.tsx'
import { endpointQuery, listFields, type ListQuery } from './list-query.ts'
import { nothingChosen, type Selection } from './tools/selection.ts'
import { StationCards } from './station-cards.tsx'
import { useStationColumns } from './station-columns.tsx'

// Fetched only when the order is changed.
const Arranging = lazy(async () => ({ default: (await import('./arranging.tsx')).Arranging }))

const ageTickMs = 30_000

type Fleet = ReturnType<typeof useSummary>

function useListTextsOfStations() {
  const text = useStationText()
  const errorText = useErrorText()
  const failure: typeof errorText = (error, retry) => ({ ...errorText(error, retry), title: text('failed.title') })
  return { ...useTableTexts(), failure }
}

/** All stations of the account: first a summary, then one line each. */
export default function ListPage() {
  const text = useStationText()
  const format = useFormat()
  const summary = useSummary()
  const [query, change] = useUrlState(listFields, useSearchParams())
  const [isArranging, setArranging] = useState(false)
  const { session } = useSession()
  const texts = useListTextsOfStations()
  // Nothing can be changed while viewing as another account.
  const isMain = session?.mainAccountId === null && !session.view
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
              // Dragging works only for a single page of stations; otherwise the numbers are entered.
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
  const attention = useAttention(1)
  if (!data) return error ? null : <SummarySkeleton />
  return <SummaryStrip summary={data} first={attention.data?.[0]} />
}

interface StationListProps {
  summary: Fleet
  query: ListQuery
  onChange: (change: Partial<ListQuery>) => void
  onArrange: (() => void) | undefined
}

/** Groups, saved filters and bulk actions: fetched only when opened. */
const FleetTools = lazyWithTexts(() => import('./tools/fleet-tools.tsx'))

/** One page of the matching stations, as a table or as cards. */
function StationList({ summary, query, onChange, onArrange }: StationListProps) {
  const text = useStationText()
  const common = useText()
  const now = useNow(ageTickMs)
  const list = useEndpoint('GET /stations', { query: endpointQuery(query) }, { refetchMs: pollMs, kept: ownRelease })
  const paper = useAllOnPaper(
    async (page, pageSize) =>
      (await call('GET /stations', { query: { ...endpointQuery(query), page, pageSize } })).data ?? [],
  )
  const [isManaging, setManaging] = useState(query.tag !== '')
  const [selection, setSelection] = useState<Selection>(nothingChosen)
  const page = list.data ?? []
  const columns = useStationColumns(now)
  const refetch = () => {
    list.refetch()
    summary.refetch()
  }
  return (
    <StationFrame
      list={list}
      summary={summary}
      rows={paper.rows}
      refetch={refetch}
      query={query}
      onChange={onChange}
      now={now}
      columns={isManaging ? withChoice(columns, { selection, onSelect: setSelection, page, text }) : columns}
      head={
        <>
          <WorkingNote working={workingOf(page)} />
          <ListFilters
            query={query}
            onChange={(change) => {
              onChange(change)
              // "All matching stations" would mean other stations after a change of the filter.
              if (selection.kind === 'found') setSelection(nothingChosen)
            }}
            summary={summary.data}
            onArrange={onArrange}
            isManaging={isManaging}
            onManage={() => setManaging(!isManaging)}
            print={
              <Button kind="text" busy={paper.isLoading} onClick={paper.print}>
                {common('action.print')}
              </Button>
            }
          />
          {isManaging && (
            <Suspense fallback={<SkeletonText lines={2} />}>
              <FleetTools
                query={query}
                onChange={onChange}
                selection={selection}
                onSelect={setSelection}
                page={page}
                total={list.total ?? 0}
                onDone={refetch}
              />
            </Suspense>
          )}
        </>
      }
    />
  )
}

interface StationFrameProps extends Pick<StationListProps, 'summary' | 'query' | 'onChange'> {
  list: EndpointState<ListedStation[]>
  /** All rows, while they are printed. */
  rows: readonly ListedStation[] | undefined
  refetch: () => void
  /** Epoch ms. */
  now: number
  columns: readonly Column<ListedStation>[]
  head: ReactNode
}

function StationFrame({ list, summary, rows, refetch, query, onChange, now, columns, head }: StationFrameProps) {
  const text = useStationText()
  const texts = useListTextsOfStations()
  const format = useFormat()
  const isFiltered = query.search.trim() !== '' || query.status !== 'all' || query.tag !== ''
  const showAll = () => onChange({ search: '', status: 'all', tag: '' })
  return (
    <ListFrame
      label={text('list.title')}
      storageKey="station.list"
      // The summary above already says that newer data could not be read.
      list={{
        ...list,
        ...(rows && { data: rows }),
        refetch,
        error: summary.data && summary.error && list.data ? undefined : list.error,
      }}
      texts={texts}
      staleText={text('age.refreshFailed', { time: format.time(list.updatedAt) })}
      head={head}
      columns={columns}
      sort={query.sort === 'sortNumber' ? undefined : { key: query.sort, order: query.order || 'asc' }}
      onSort={(sort) => {
        const key = stationSorts.find((each) => each === sort?.key)
        onChange({ sort: key ?? 'sortNumber', order: sort?.order ?? '' })
      }}
      rowKey={(station) => station.id}
      rowHref={(station) => hrefOf(paths.station('charts', station.memberId, station.id))}
      page={{
        number: rows ? 1 : query.page,
        size: rows?.length ?? query.size,
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
        children: (shown: readonly ListedStation[]) => <StationCards stations={shown} now={now} />,
      })}
    />
  )
}
