import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { DeviceDayValues } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { addDays } from '@helioport/time'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { anyDevice } from '../../device/any-device.ts'
import enUS from '../../messages/en-US.ts'
import { ParameterSection } from './parameter-section.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})
afterEach(cleanup)

const device = anyDevice()
const [from, to] = ['2026-01-01', '2026-12-31']

/** 20 to 40 °C on one day of the year, unknown on the others. */
const valuesOf = (parameter: string, known: number, by = 0): DeviceDayValues['parameters'][number] => {
  const of = (value: number) => Array.from({ length: 365 }, (_, nth) => (nth === known ? value + by : null))
  return { parameter, means: of(30), lows: of(20), highs: of(40) }
}

async function open(search: string) {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { staleTime: Infinity } })
  const reply = (day: string, known: number, by: number) => {
    const query = { from: day, to: `${day.slice(0, 4)}-12-31`, parameters: 'cabinetC' }
    client.setQueryData(['GET /devices/:deviceId/day-values', { params: { deviceId: device.id }, query }], {
      data: { deviceId: device.id, timeZone: device.timeZone, ...query, parameters: [valuesOf('cabinetC', known, by)] },
    })
  }
  const span = { deviceId: device.id, from: '2025-12-31T23:00:00.000Z', to: '2026-12-31T23:00:00.000Z', pageSize: 200 }
  client.setQueryData(['GET /alarms', { query: { ...span, view: 'episodes', lowLight: false } }], {
    data: [],
    total: 0,
  })
  client.setQueryData(['GET /commands', { query: span }], { data: [], total: 0 })
  reply(from, 31, 0)
  reply('2025-01-01', 31, 5)
  render(
    <ApiProvider client={client}>
      <MemoryRouter initialEntries={[`/device${search}`]}>
        <ParameterSection device={device} from={from} to={to} period="year" />
      </MemoryRouter>
    </ApiProvider>,
  )
  await userEvent.click(await screen.findByRole('radio', { name: 'Table' }))
  return within(screen.getByRole('table'))
}

/** Number and unit are joined by a no-break space. */
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent.replaceAll('\u00a0', ' '))

test('shows the daily mean, highest and lowest value of a year', async () => {
  const table = await open('?parameters=cabinetC')
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Time',
    'Cabinet temperature, mean of the day',
    'Cabinet temperature, highest',
    'Cabinet temperature, lowest',
  ])
  const row = table.getByRole('row', { name: /February 1, 2026|Feb 1, 2026/ })
  expect(cellsOf(row)).toEqual(['30.0 °C', '40.0 °C', '20.0 °C'])
  expect(addDays(from, 31)).toBe('2026-02-01')
})

test('a comparison with another year shows the means alone', async () => {
  const table = await open('?parameters=cabinetC&against=2025-01-01')
  expect(table.getAllByRole('columnheader').at(-1)).toHaveTextContent('Cabinet temperature · 2025')
  const row = table.getByRole('row', { name: /February 1, 2026|Feb 1, 2026/ })
  expect(cellsOf(row)).toEqual(['30.0 °C', '35.0 °C'])
})
