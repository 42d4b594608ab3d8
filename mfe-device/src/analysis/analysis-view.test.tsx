import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { type InverterAnalysis, writeShares } from '@helioport/contract'
import { addMessages, loadAlarmMessages, setUpI18n } from '@helioport/i18n'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { anyDevice } from '../device/any-device.ts'
import enUS from '../messages/en-US.ts'
import { analysisCsv } from './analysis-csv.ts'
import AnalysisView from './analysis-view.tsx'
import { boxOf, deviationCurve } from './spread.ts'
import { addAnalysisTexts } from './texts.ts'

beforeAll(async () => {
  // jsdom has no canvas; drawings are checked in a browser.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
  await Promise.all([addAnalysisTexts(), loadAlarmMessages()])
})

const device = anyDevice()
const idOf = (nth: number) => `ff865d13-77fe-4dd3-9814-a375a9bdc0${String(nth).padStart(2, '0')}`
const devices = Array.from({ length: 52 }, (_, nth) => anyDevice({ id: idOf(nth), name: `Inverter ${nth + 1}` }))
const date = '2026-06-09'
const analysis: InverterAnalysis = {
  stationId: device.stationId,
  date,
  timeZone: 'Asia/Taipei',
  currency: 'TWD',
  age: { state: 'live', measuredAt: null },
  working: null,
  from: '2026-06-09T02:00:00.000Z',
  quarters: 2,
  isKept: false,
  medianYield: 3.6,
  dispersion: 0.02,
  inverters: [0, 1, 2].map((nth) => ({
    deviceId: idOf(nth),
    memberId: device.memberId,
    name: nth === 0 ? '=Inverter 1' : `Inverter ${nth + 1}`,
    serial: `S-${nth}`,
    capacityKwp: 10,
    mpptCount: 2,
    energyKwh: 36 - nth,
    specificYield: 3.6 - nth / 10,
    deviation: -nth / 36,
    stringDispersion: 0.1,
    curves: { power: [500 - nth * 10, null] },
    stringMedianA: [10, null],
    stringShares: [writeShares([1, null]), writeShares([nth === 1 ? 0 : 1, null])],
  })),
  findings: [
    {
      deviceId: idOf(1),
      cause: 'deadString',
      code: 'A3',
      strings: [2],
      from: '2026-06-09T02:00:00.000Z',
      to: '2026-06-09T02:15:00.000Z',
      lostKwh: 4.2,
      lostIncome: 18,
    },
  ],
}

function open(search: string, { statusReason = 'producing', shown = analysis } = {}) {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { staleTime: Infinity } })
  const station = {
    id: device.stationId,
    name: 'Plant',
    timeZone: 'Asia/Taipei',
    age: { state: 'stale', measuredAt: '2026-06-09T10:00:00Z' },
    status: 'standby',
    statusReason,
  }
  client.setQueryData(['GET /stations', { query: { pageSize: 50 } }], { data: [station], total: 1 })
  client.setQueryData(['GET /devices', { query: { stationId: device.stationId, page: 1, pageSize: 200 } }], {
    data: devices,
    total: 52,
  })
  const query = { deviceIds: [0, 1, 2].map(idOf).join(','), parameters: 'power,stringCurrents', date }
  client.setQueryData(
    ['GET /stations/:stationId/inverter-analysis', { params: { stationId: device.stationId }, query }],
    { data: shown },
  )
  render(
    <ApiProvider client={client}>
      <MemoryRouter initialEntries={[`/device/analysis${search}`]}>
        <AnalysisView />
      </MemoryRouter>
    </ApiProvider>,
  )
  return userEvent.setup()
}

const whole = `?station=${device.stationId}&inverters=${[0, 1, 2].map(idOf).join(',')}&parameters=power,stringCurrents&date=${date}`
const said = () => screen.queryAllByText(/^Please select .*!$/).map((prompt) => prompt.textContent)

test('asks for group, inverter, parameter and date, each with its own prompt', async () => {
  const user = open('')
  expect(said()).toEqual([])
  for (const name of ['AC power per kWp', 'String currents']) await user.click(screen.getByRole('checkbox', { name }))
  await user.click(screen.getByRole('button', { name: 'Compare 0 inverters' }))
  expect(said().toSorted()).toEqual([
    'Please select a date!',
    'Please select a group!',
    'Please select a parameter!',
    'Please select an inverter!',
  ])
})

test('preselects 50 of a group’s 52 inverters, and refuses a 51st before any request', async () => {
  const user = open('')
  await user.selectOptions(screen.getByLabelText('Group'), 'Plant')
  await user.click(screen.getByRole('button', { name: '50 of 52 selected' }))
  await user.click(screen.getByRole('checkbox', { name: 'Inverter 52' }))
  await user.click(screen.getByRole('button', { name: 'Compare 51 inverters' }))
  expect(said()).toEqual(['Please select at most 50 inverters!'])
})

test('names the weak inverter with its string, its loss and a link to it', () => {
  open(whole)
  const finding = within(screen.getByText(/String 2 is dead/).closest('li') as HTMLElement)
  expect(finding.getByText(/−4\.20 kWh/)).toHaveTextContent('NT$18.00')
  expect(finding.getByText('10:00 to 10:30')).toBeInTheDocument()
  expect(finding.getByRole('link')).toHaveAttribute(
    'href',
    `#/device/detail/charts/${device.memberId}/${idOf(1)}?date=${date}`,
  )
  expect(screen.getByTestId('analysis-median')).toHaveTextContent('3.60')
})

test('old data are reported as late by day, not at night', () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-06-09T13:00:00Z'))
  const shown: InverterAnalysis = { ...analysis, age: { state: 'stale', measuredAt: '2026-06-09T10:00:00.000Z' } }
  open(whole, { shown, statusReason: 'noData' })
  expect(screen.getByText(/^The newest data are late/)).toBeInTheDocument()
  cleanup()
  open(whole, { shown, statusReason: 'night' })
  expect(screen.getByTestId('analysis-median')).toBeInTheDocument()
  expect(screen.queryByText(/^The newest data are late/)).toBeNull()
  now.mockRestore()
})

test('arrow keys walk the heat map, from one inverter into the next', () => {
  open(whole)
  const map = screen.getByRole('img', { name: 'Strings by quarters of an hour' })
  const press = (key: string) => fireEvent.keyDown(map, { key })
  press('ArrowDown')
  press('Home')
  press('ArrowDown')
  press('ArrowDown')
  press('ArrowDown')
  expect(screen.getByText('Inverter 2, string 2, 10:00: 0% of the median, 0.0 A')).toBeInTheDocument()
  press('ArrowRight')
  expect(screen.getByText(/Inverter 2, string 2, 10:15: too dark/)).toBeInTheDocument()
})

test('the CSV has every value once, and escapes formulas', () => {
  const lines = analysisCsv(analysis).split('\r\n')
  expect(lines).toContain("'=Inverter 1,S-0,,specificYield,kWh/kWp,2026-06-09,3.6")
  expect(lines).toContain('Inverter 2,S-1,2,stringCurrent,A,2026-06-09T02:00:00.000Z,0')
  expect(lines).toContain('Inverter 2,S-1,2,lostIncome,TWD,2026-06-09,18')
  expect(lines.filter((line) => line.includes('power,W/kWp'))).toHaveLength(3)
  const hidden = [' =1+1', '\u200B=1+1', '＝1+1', '\u00A0＠sum', '\0x'].map((name) => {
    const inverters = analysis.inverters.map((inverter) => ({ ...inverter, name }))
    return analysisCsv({ ...analysis, inverters }).split('\r\n')[1] ?? ''
  })
  for (const line of hidden) expect(line).toMatch(/^'/)
})

test('a box has the quartiles of a spreadsheet; a deviation needs three values', () => {
  expect(boxOf([4, 1, null, 3, 2])).toEqual({ least: 1, low: 1.75, median: 2.5, high: 3.25, most: 4 })
  expect(boxOf([null])).toBeNull()
  expect(
    deviationCurve(
      [
        [1, 1],
        [3, 1],
        [5, null],
      ],
      2,
    ),
  ).toEqual([expect.closeTo(1.633, 3), null])
})
