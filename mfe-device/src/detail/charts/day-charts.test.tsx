import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { DeviceDay } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { anyDevice } from '../../device/any-device.ts'
import enUS from '../../messages/en-US.ts'
import { DayCharts } from './day-charts.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})
afterEach(cleanup)

const device = { ...anyDevice(), timeZone: 'UTC' }
const values = (value: number) => Array.from({ length: 288 }, () => value)
const day = {
  deviceId: device.id,
  date: '2026-06-10',
  timeZone: 'UTC',
  from: '2026-06-10T00:00:00.000Z',
  to: '2026-06-11T00:00:00.000Z',
  binMinutes: 5,
  powerW: values(4000),
  dcPowerW: values(4100),
  cabinetC: values(40),
  acVoltageV: values(230),
  quality: [],
  sunrise: null,
  sunset: null,
} as unknown as DeviceDay

function open(search: string, deviceId: string, date: string, power: (number | null)[] = values(3000)) {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { staleTime: Infinity, retry: false } })
  client.setQueryData(
    ['GET /devices/:deviceId/curves', { params: { deviceId }, query: { from: date, to: date, parameters: 'powerW' } }],
    { data: { ...day, deviceId, curves: [{ parameter: 'powerW', values: power }] } },
  )
  client.setQueryData(['GET /devices/:deviceId', { params: { deviceId } }], {
    data: { ...device, id: deviceId, name: 'Inverter 02' },
  })
  const span = { deviceId: device.id, from: day.from, to: day.to, pageSize: 200 }
  const nothing = { data: [], total: 0 }
  client.setQueryData(['GET /alarms', { query: { ...span, view: 'episodes', lowLight: false } }], nothing)
  client.setQueryData(['GET /commands', { query: span }], nothing)
  client.setQueryData(['GET /devices', { query: { stationId: device.stationId, pageSize: 200 } }], nothing)
  render(
    <ApiProvider client={client}>
      <MemoryRouter initialEntries={[`/device${search}`]}>
        <DayCharts device={device} day={day} isToday={false} />
      </MemoryRouter>
    </ApiProvider>,
  )
}

async function namesIn(...args: Parameters<typeof open>) {
  open(...args)
  const [table] = screen.getAllByRole('radio', { name: 'Table' })
  await userEvent.click(table as HTMLElement)
  return within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(0, 2)
    .map((row) => row.textContent.replaceAll('\u00a0', ' '))
}

test('shows the power of a day beside that of another day', async () => {
  expect(await namesIn('?against=2026-06-03', device.id, '2026-06-03')).toEqual([
    'TimeDC powerAC powerAC power · Jun 3, 2026',
    expect.stringContaining('4.10 kW4.00 kW3.00 kW'),
  ])
})

test('shows the power of a day beside that of another inverter', async () => {
  const other = '642fd3ac-37f3-4d19-a053-6848a2216b01'
  expect(await namesIn(`?against=${other}`, other, '2026-06-10')).toEqual([
    'TimeDC powerAC powerAC power · Inverter 02',
    expect.stringContaining('4.10 kW4.00 kW3.00 kW'),
  ])
})

test('says when nothing was measured on the compared day', () => {
  open(
    '?against=2026-06-03',
    device.id,
    '2026-06-03',
    Array.from({ length: 288 }, () => null),
  )
  expect(screen.getByText(/^Nothing was measured in .*: Jun 3, 2026\.$/)).toBeInTheDocument()
  cleanup()
  open('?against=2026-06-03', device.id, '2026-06-03')
  expect(screen.queryByText(/^Nothing was measured in/)).toBeNull()
})
