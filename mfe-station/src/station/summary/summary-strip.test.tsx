import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import enUS from '../../messages/en-US.ts'
import { anyStation } from '../any-station.ts'
import { SummaryStrip } from './summary-strip.tsx'
import type { Alarm, Station, StationsSummary } from '@helioport/contract'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('station', 'en-US', enUS)
})

const sums: StationsSummary = {
  stations: 2,
  stationCounts: { normal: 2, abnormal: 0, standby: 0, offline: 0 },
  attention: 0,
  devices: 8,
  deviceCounts: { normal: 8, abnormal: 0, standby: 0, offline: 0 },
  capacityKwp: 200,
  capacity: { inOperationKwp: 200, reportedKwp: 200 },
  working: null,
  lifetime: { sinceInstallationKwh: 1000, measuredKwh: 500, measuredSince: '2026-10-01' },
  powerW: 104_000,
  powerOf: { stations: 2, inOperationKwp: 200 },
  ratedPowerW: 200_000,
  energyTodayKwh: 420,
  energyYesterdayKwh: 780,
  comparableYesterdayKwh: 780,
  energyMonthKwh: 9000,
  energyYearKwh: 100_000,
  energyTotalKwh: 1000,
  specificYieldToday: 2.1,
  peakSunshineHoursToday: null,
  incomes: [{ currency: 'TWD', today: 945, month: 945, year: 945, total: 945, stations: 2, unknown: 0 }],
  openAlarms: 0,
  co2Kg: null,
  trees: null,
  coverageToday: 1,
  age: { state: 'live', measuredAt: '2026-11-21T03:55:00.000Z' },
}

function show(change: Partial<StationsSummary>, first?: Station, alarms?: Partial<Alarm>[]) {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { staleTime: Infinity } })
  const query = { state: 'open', stationId: first?.id, lowLight: false, page: 1, pageSize: 10 }
  if (alarms) client.setQueryData(['GET /alarms', { query }], { data: alarms, total: alarms.length })
  render(
    <ApiProvider client={client}>
      <MemoryRouter>
        <SummaryStrip summary={{ ...sums, ...change }} first={first} />
      </MemoryRouter>
    </ApiProvider>,
  )
  return within(screen.getByTestId('summary-state'))
}

test('an account without problems shows "All is well" and "Nothing to do right now"', () => {
  const state = show({ stationCounts: { normal: 1, abnormal: 0, standby: 1, offline: 0 } })
  expect(state.getByText('All is well')).toBeTruthy()
  expect(state.getByText('Nothing to do right now')).toBeTruthy()
})

test('names the station that needs attention with its reason, and links to it', async () => {
  const broken = anyStation({ name: 'Berlin', status: 'offline', statusReason: 'noData' })
  const state = show({ attention: 1 }, broken)
  expect(state.getByText('Needs you: 1')).toBeTruthy()
  const way = `/station/detail/charts/${broken.memberId}/${broken.id}`
  expect((await state.findByRole('link', { name: 'Berlin' })).getAttribute('href')).toBe(way)
  expect(state.getByText('No data is arriving')).toBeTruthy()
  expect(state.getByRole('link', { name: 'Open the station' }).getAttribute('href')).toBe(`#${way}`)
})

test('names the alarm that needs attention with device and loss, and links to it', async () => {
  const alarm = {
    id: '3d1f4a3c-2f5e-4d3a-9a5e-1f6f0f3f9d11',
    code: 'C8',
    deviceName: 'Inverter 02',
    lostEnergyKwh: 3.5,
    lostIncome: 15.75,
    currency: 'TWD',
  } as const
  const state = show({ attention: 1 }, anyStation({ name: 'Berlin', openAlarms: 2 }), [alarm])
  expect(await state.findByText(/ at Inverter 02$/)).toBeTruthy()
  expect(state.getByText(/^Lost so far: 3\.50\skWh, NT\$15\.75$/)).toBeTruthy()
  expect(state.getByRole('link', { name: 'Open the alarm' }).getAttribute('href')).toBe(`#/record?alarm=${alarm.id}`)
})

test('of several alarms names the fault with the largest loss, not the newest notice', async () => {
  const notice = { code: 'A3', class: 'notice', deviceName: 'Inverter 04', lostEnergyKwh: 0.22 } as const
  const fault = { code: 'S1', class: 'fault', deviceName: 'Inverter 05', lostEnergyKwh: 322 } as const
  const small = { code: 'S1', class: 'fault', deviceName: 'Inverter 06', lostEnergyKwh: null } as const
  const given = [notice, small, fault].map((alarm, nth) => ({ ...alarm, id: String(nth), lostIncome: null }))
  const state = show({ attention: 1 }, anyStation({ name: 'Berlin', openAlarms: 3 }), given)
  expect(await state.findByText(/ at Inverter 05$/)).toBeTruthy()
})

test('shows currencies side by side, never added', () => {
  const income = { month: null, year: null, total: null, stations: 1, unknown: 0 }
  show({
    incomes: [
      { ...income, currency: 'EUR', today: 7.5 },
      { ...income, currency: 'TWD', today: 100 },
    ],
  })
  const cell = screen.getByTestId('summary-income')
  expect(within(cell).getByText('+1')).toBeTruthy()
  expect(cell.textContent).toContain('€7.50')
  expect(cell.textContent).toContain('100.00')
  expect(cell.textContent).not.toContain('107.5')
})

test('a station without data is not counted as zero; the tile shows how many report', () => {
  show({ powerW: 50_000, powerOf: { stations: 1, inOperationKwp: 100 } })
  const power = screen.getByTestId('summary-power')
  expect(power.getAttribute('data-value')).toBe('50000')
  expect(power.textContent).toMatch(/50% of 100\skWp/)
  expect(power.textContent).toContain('1 of 2 stations report')
})

test('counts further stations that need attention, and links to their list', async () => {
  const broken = anyStation({ name: 'Berlin', status: 'offline', statusReason: 'noData' })
  show({ attention: 1234 }, broken)
  const rest = await screen.findByRole('link', { name: '1,233 more' })
  expect(rest.getAttribute('href')).toBe('/station/list?status=attention')
})
