import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { useFormat, useTableTexts, useText } from '@helioport/i18n'
import { Button, Card, Empty, LinkButton, Notice, Page, PageHeader, useUi, useUrlState, useNow } from '@helioport/ui'
import { useSession } from '@helioport/session'
import { DataTable, Pagination } from '@helioport/ui/table'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { NoStation } from '../station/missing.tsx'
import { SummarySkeleton } from '../station/summary-skeleton.tsx'
import { SummaryStrip } from '../station/summary-strip.tsx'
import { needingAttention, ranksByYield, summaryOf } from '../station/summary.ts'
import { pollMs, useStations } from '../station/use-stations.ts'
import { useStationText } from '../station/use-station-text.ts'
import { ListFilters } from './list-filters.tsx'
import { endpointQuery, listFields } from './list-query.ts'
import { OrderList } from './order-list.tsx'
import { StationCards } from './station-cards.tsx'
import { useStationColumns } from './station-columns.tsx'
import styles from './list.module.css'

const ageTickMs = 30_000

/** All stations of the account: first the whole at a glance, then one line each. */
export default function ListPage() {
  const text = useStationText()
  const tableTexts = useTableTexts()
  const format = useFormat()
  const now = useNow(ageTickMs)
  const [query, change] = useUrlState(listFields, useSearchParams())
  const all = useStations()
  const list = useEndpoint('GET /stations', { query: endpointQuery(query) }, { refetchMs: pollMs })
  const ranks = useMemo(() => ranksByYield(all.data ?? []), [all.data])
  const columns = useStationColumns(now, ranks)
  const { locale } = useUi()
  const { session } = useSession()
  const [isArranging, setArranging] = useState(false)

  const isFiltered = query.search.trim() !== '' || query.status !== 'all'
  const isEmptyAccount = all.data?.length === 0
  const failed = list.error ?? all.error
  const own = useMemo(() => (all.data ?? []).filter(({ rights }) => rights.includes('manage')), [all.data])
  const addHref = hrefOf(paths.stationAdd())
  const page = {
    number: query.page,
    size: query.size,
    total: list.total ?? 0,
    onChange: (number: number, size: number) => change({ page: number, size }),
  }
  const showAll = () => change({ search: '', status: 'all' })

  return (
    <Page>
      <PageHeader
        title={text('list.title')}
        subtitle={all.updatedAt > 0 ? text('updated.at', { time: format.time(all.updatedAt) }) : '\u00a0'}
        actions={
          session?.mainAccountId === null && (
            <LinkButton kind="primary" icon="plus" href={addHref}>
              {text('list.add')}
            </LinkButton>
          )
        }
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
            {isArranging ? (
              <div className={styles.arranging}>
                <h2>{text('order.title')}</h2>
                <Button kind="primary" onClick={() => setArranging(false)}>
                  {text('order.done')}
                </Button>
              </div>
            ) : (
              <ListFilters
                query={query}
                onChange={change}
                counts={all.data && summaryOf(all.data).byStatus}
                onArrange={own.length > 1 ? () => setArranging(true) : undefined}
              />
            )}
            {isArranging ? (
              <OrderList stations={own} />
            ) : list.error && !list.data ? (
              <Failure
                title={text('failed.title')}
                error={list.error}
                onRetry={() => {
                  list.refetch()
                  all.refetch()
                }}
              />
            ) : query.layout === 'cards' && list.data && list.data.length > 0 ? (
              <>
                <StationCards stations={list.data} now={now} ranks={ranks} />
                <div className={styles.pager}>
                  <Pagination {...page} texts={tableTexts} locale={locale} />
                </div>
              </>
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
                page={page}
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
