import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { MonitoredAccount, StatusCounts } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import enUS from '../messages/en-US.ts'
import { MonitoredCard } from './monitored-card.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('station', 'en-US', enUS)
})

function show(stations: StatusCounts) {
  const account: MonitoredAccount = {
    accountId: '3d1f4a3c-2f5e-4d3a-9a5e-1f6f0f3f9d11',
    userName: 'helper',
    nickname: 'Mei',
    relation: 'subAccount',
    stations,
    capacityKwp: 200,
    powerW: null,
    energyTodayKwh: 420,
    age: { state: 'stale', measuredAt: new Date(Date.now() - 2 * 3_600_000).toISOString() },
  }
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { staleTime: Infinity } })
  client.setQueryData(['GET /monitored-accounts', { query: { page: 1, pageSize: 10 } }], { data: [account], total: 1 })
  render(
    <ApiProvider client={client}>
      <MonitoredCard />
    </ApiProvider>,
  )
}

test('an account whose stations are all on standby shows "Until hh:mm", not "Stale"', () => {
  show({ normal: 0, abnormal: 0, standby: 2, offline: 0 })
  expect(screen.getByText(/^Until \d\d:\d\d$/)).toBeTruthy()
  expect(screen.queryByText(/Stale/)).toBeNull()
})

test('an account with an offline station shows the age of its newest datum', () => {
  show({ normal: 0, abnormal: 0, standby: 1, offline: 1 })
  expect(screen.getByText(/^Stale/)).toBeTruthy()
})
