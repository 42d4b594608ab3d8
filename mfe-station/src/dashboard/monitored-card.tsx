import { useEndpoint } from '@helioport/api-client'
import { useAgeText, useFormat, useTableTexts, useText } from '@helioport/i18n'
import { AgeBadge, Card, Empty, StatusCount } from '@helioport/ui'
import { DataTable } from '@helioport/ui/table'
import { useState } from 'react'
import { FigureOf } from '../station/figure-of.tsx'
import { Failure } from '../station/failure.tsx'
import { totalOf } from '../station/summary.ts'
import { pollMs } from '../station/use-stations.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './dashboard.module.css'

const pageSize = 10
const statuses = ['normal', 'standby', 'abnormal', 'offline'] as const

/** Accounts that this one watches: who shares stations with it, and its sub-accounts, with what goes on there. */
export function MonitoredCard() {
  const text = useStationText()
  const word = useText('status')
  const texts = useTableTexts()
  const ageText = useAgeText()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const accounts = useEndpoint('GET /monitored-accounts', { query: { page, pageSize } }, { refetchMs: 2 * pollMs })
  return (
    <Card title={text('monitored.title')} padding={accounts.data?.length ? 'none' : 'normal'}>
      {accounts.error && !accounts.data ? (
        <Failure title={text('failed.monitoredTitle')} error={accounts.error} onRetry={accounts.refetch} />
      ) : (
        <DataTable
          label={text('monitored.title')}
          texts={texts}
          rows={accounts.data ?? []}
          rowKey={({ accountId, relation }) => `${relation} ${accountId}`}
          loading={accounts.isLoading}
          {...((accounts.total ?? 0) > pageSize
            ? {
                page: {
                  number: page,
                  size: pageSize,
                  sizes: [pageSize],
                  total: accounts.total ?? 0,
                  onChange: setPage,
                },
              }
            : {})}
          empty={<Empty icon="account" title={text('monitored.none')} hint={text('monitored.noneHint')} />}
          columns={[
            {
              key: 'account',
              title: text('monitored.account'),
              card: 'title',
              render: ({ nickname, userName, relation }) => (
                <span className={styles.twoLines}>
                  <strong>{nickname || userName}</strong>
                  <small>{text(`monitored.${relation}`)}</small>
                </span>
              ),
            },
            {
              key: 'stations',
              title: text('column.station'),
              render: ({ stations }) =>
                totalOf(stations) === 0 ? (
                  format.number(0)
                ) : (
                  <span className={styles.statusCounts}>
                    {statuses
                      .filter((status) => stations[status] > 0)
                      .map((status) => (
                        <StatusCount
                          key={status}
                          status={status}
                          count={format.number(stations[status])}
                          label={word(`status.${status}`)}
                        />
                      ))}
                  </span>
                ),
            },
            {
              key: 'power',
              title: text('column.power'),
              align: 'end',
              render: ({ powerW }) => <FigureOf figure={format.power(powerW)} />,
            },
            {
              key: 'today',
              title: text('column.today'),
              align: 'end',
              render: ({ energyTodayKwh }) => <FigureOf figure={format.energy(energyTodayKwh)} />,
            },
            {
              key: 'age',
              title: text('column.age'),
              render: ({ age }) => <AgeBadge state={age.state} label={ageText(age)} />,
            },
          ]}
        />
      )}
    </Card>
  )
}
