import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { defaultPageSize, deviceStatuses, type StatusCounts } from '@helioport/contract'
import { useAgeBadge, useFormat, useListTexts, useText } from '@helioport/i18n'
import { AgeBadge, Figure, Row, StatusCount, useNow } from '@helioport/ui'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'

const refetchMs = 60_000

/** Number of plants per status, without empty ones. */
function PlantCounts({ counts }: { counts: StatusCounts }) {
  const status = useText('status')
  const format = useFormat()
  return (
    <Row gap={2}>
      {deviceStatuses
        .filter((each) => counts[each] > 0)
        .map((each) => (
          <StatusCount key={each} status={each} count={format.number(counts[each])} label={status(`status.${each}`)} />
        ))}
    </Row>
  )
}

/** The accounts that share stations with this one, and its sub-accounts; renders nothing if there are none. */
export function WatchedCard() {
  const text = useText<typeof enUS>('account')
  const format = useFormat()
  const badgeOf = useAgeBadge()
  const now = useNow(refetchMs)
  const texts = useListTexts()
  const [page, setPage] = useState(1)
  const list = useEndpoint('GET /monitored-accounts', { query: { page, pageSize: defaultPageSize } }, { refetchMs })
  if (!list.data || (list.total ?? 0) === 0) return null
  return (
    <ListFrame
      title={text('watched.title')}
      subtitle={text('watched.hint')}
      label={text('watched.title')}
      storageKey="account.watched"
      list={list}
      texts={texts}
      empty={null}
      rowKey={({ accountId, relation }) => `${relation} ${accountId}`}
      page={{ number: page, size: defaultPageSize, onChange: setPage }}
      columns={[
        {
          key: 'account',
          title: text('center.userName'),
          card: 'title',
          render: ({ nickname, userName }) =>
            nickname && nickname !== userName ? `${nickname} (${userName})` : userName,
        },
        { key: 'relation', title: text('watched.relation'), render: ({ relation }) => text(`watched.${relation}`) },
        {
          key: 'stations',
          title: text('health.stations'),
          render: ({ stations }) => <PlantCounts counts={stations} />,
        },
        {
          key: 'power',
          title: text('info.powerNow'),
          align: 'end',
          width: 110,
          render: ({ powerW }) => {
            const { value, unit } = format.power(powerW)
            return <Figure value={value} unit={unit} size="s" />
          },
        },
        {
          key: 'energy',
          title: text('info.energyToday'),
          align: 'end',
          width: 110,
          render: ({ energyTodayKwh }) => {
            const { value, unit } = format.energy(energyTodayKwh)
            return <Figure value={value} unit={unit} size="s" />
          },
        },
        {
          key: 'age',
          title: text('watched.age'),
          card: 'aside',
          // At night no plant is late.
          render: ({ age, stations }) => {
            const sleeps = deviceStatuses.every((each) => each === 'standby' || stations[each] === 0)
            return <AgeBadge {...badgeOf({ age, statusReason: sleeps ? 'night' : 'producing' }, now)} />
          },
        },
      ]}
    />
  )
}
