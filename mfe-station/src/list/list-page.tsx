import { useSearchParams } from 'react-router-dom'
import { defaultPageSize, paths } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { useFormat, useTableTexts, useText } from '@helioport/i18n'
import { Button, Card, Empty, Notice, Page, PageHeader, useUrlState, useNow } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { NoStation } from '../station/missing.tsx'
import { SummarySkeleton } from '../station/summary-skeleton.tsx'
import { SummaryStrip } from '../station/summary-strip.tsx'
import { needingAttention, summaryOf } from '../station/summary.ts'
import { pollMs, useStations } from '../station/use-stations.ts'
import { useStationText } from '../station/use-station-text.ts'
import { ListFilters } from './list-filters.tsx'
import { endpointQuery, listFields } from './list-query.ts'
import { useStationColumns } from './station-columns.tsx'

const ageTickMs = 30_000

/** All stations of the account: first the whole at a glance, then one line each. */
export default function ListPage() {
  const text = useStationText()
  const tableTexts = useTableTexts()
  const format = useFormat()
  const now = useNow(ageTickMs)
  const [query, change] = useUrlState(listFields, useSearchParams())
  const all = useStations()
  const list = useEndpoint('GET /stations', { query: endpointQuery(query, defaultPageSize) }, { refetchMs: pollMs })
  const columns = useStationColumns(now)

  const isFiltered = query.search.trim() !== '' || query.status !== 'all'
  const isEmptyAccount = all.data?.length === 0
  const failed = list.error ?? all.error
  const showAll = () => change({ search: '', status: 'all' })

  return (
    <Page>
      <PageHeader
        title={text('list.title')}
        subtitle={all.updatedAt > 0 ? text('updated.at', { time: format.time(all.updatedAt) }) : '\u00a0'}
      />
      {failed && (list.data || all.data) && (
        <Notice tone="warn" action={<Retry onRetry={list.refetch} />}>
          {text('age.refreshFailed', { time: format.time(list.updatedAt || all.updatedAt) })}
        </Notice>
      )}
      {isEmptyAccount ? (
        <NoStation onRefresh={all.refetch} />
      ) : (
        <>
          {all.data ? (
            <SummaryStrip
              summary={summaryOf(all.data)}
              attention={needingAttention(all.data)}
              total={all.total ?? all.data.length}
            />
          ) : (
            !all.error && <SummarySkeleton />
          )}
          <Card padding="none" label={text('list.title')}>
            <ListFilters query={query} onChange={change} counts={all.data && summaryOf(all.data).byStatus} />
            {list.error && !list.data ? (
              <Failure
                title={text('failed.title')}
                error={list.error}
                onRetry={() => {
                  list.refetch()
                  all.refetch()
                }}
              />
            ) : (
              <DataTable
                label={text('list.title')}
                texts={tableTexts}
                columns={columns}
                rows={list.data ?? []}
                rowKey={(station) => station.id}
                rowHref={(station) => hrefOf(paths.station('charts', station.memberId, station.id))}
                storageKey="station.list"
                loading={list.isLoading || list.data === undefined}
                fetching={list.isPrevious}
                page={{
                  number: query.page,
                  size: defaultPageSize,
                  total: list.total ?? 0,
                  onChange: (page) => change({ page }),
                }}
                empty={
                  <Empty
                    title={text('list.noHit')}
                    hint={text('list.noHitHint')}
                    action={
                      isFiltered || query.page > 1 ? <Button onClick={showAll}>{text('list.clear')}</Button> : null
                    }
                  />
                }
              />
            )}
          </Card>
        </>
      )}
    </Page>
  )
}

function Retry({ onRetry }: { onRetry: () => void }) {
  const text = useText()
  return (
    <Button size="s" kind="text" icon="refresh" onClick={onRetry}>
      {text('action.retry')}
    </Button>
  )
}
