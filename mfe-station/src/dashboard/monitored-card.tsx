import { useEndpoint } from '@helioport/api-client'
import type { MonitoredAccount, StatusCounts } from '@helioport/contract'
import { useAgeBadge, useErrorText, useFormat, useTableTexts, useText } from '@helioport/i18n'
import { AgeBadge, Empty, StatusCount, useNow } from '@helioport/ui'
import { type Column, ListFrame } from '@helioport/ui/table'
import { useState } from 'react'
import { FigureOf } from '../station/figure-of.tsx'
import { totalOf } from '../station/summary/summary.ts'
import { pollMs } from '../station/use-fleet.ts'
import { useStationText } from '../station/use-station-text.ts'
import styles from './dashboard.module.css'

const pageSize = 10
const statuses = ['normal', 'standby', 'abnormal', 'offline'] as const

function StationCounts({ counts }: { counts: StatusCounts }) {
  const word = useText('status')
  const format = useFormat()
  if (totalOf(counts) === 0) return format.number(0)
  return (
    <span className={styles.statusCounts}>
      {statuses
        .filter((status) => counts[status] > 0)
        .map((status) => (
          <StatusCount
            key={status}
            status={status}
            count={format.number(counts[status])}
            label={word(`status.${status}`)}
          />
        ))}
    </span>
  )
}

function useAccountColumns(): readonly Column<MonitoredAccount>[] {
  const text = useStationText()
  const badgeOf = useAgeBadge()
  const now = useNow(60_000)
  const format = useFormat()
  return [
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
      render: ({ stations }) => <StationCounts counts={stations} />,
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
      // At night none of its stations is late.
      render: ({ age, stations }) => {
        const sleeps = stations.standby === totalOf(stations)
        return <AgeBadge {...badgeOf({ age, statusReason: sleeps ? 'night' : 'producing' }, now)} />
      },
    },
  ]
}

/** Accounts that this one watches: accounts that share stations with it, and its sub-accounts; with their state. */
export function MonitoredCard() {
  const text = useStationText()
  const tableTexts = useTableTexts()
  const errorText = useErrorText()
  const failure: typeof errorText = (error, onRetry) => ({
    ...errorText(error, onRetry),
    title: text('failed.monitoredTitle'),
  })
  const [page, setPage] = useState(1)
  const accounts = useEndpoint('GET /monitored-accounts', { query: { page, pageSize } }, { refetchMs: 2 * pollMs })
  return (
    <ListFrame
      title={text('monitored.title')}
      label={text('monitored.title')}
      list={accounts}
      texts={{ ...tableTexts, failure }}
      columns={useAccountColumns()}
      rowKey={({ accountId, relation }) => `${relation} ${accountId}`}
      empty={<Empty icon="account" title={text('monitored.none')} hint={text('monitored.noneHint')} />}
      {...((accounts.total ?? 0) > pageSize && {
        page: { number: page, size: pageSize, sizes: [pageSize], onChange: setPage },
      })}
    />
  )
}
