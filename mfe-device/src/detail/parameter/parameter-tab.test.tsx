import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { Device, DeviceHistoryRow } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { act, render, screen, within } from '@testing-library/react'
import { anyDevice } from '../../device/any-device.ts'
import enUS from '../../messages/en-US.ts'
import { ParameterTab } from './parameter-tab.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})

/** Renders the tab and waits for the texts of alarms. */
async function show(device: Device) {
  await act(async () => void render(<ParameterTab device={device} />))
}

test('marks a string without current at its tracker, and no other', async () => {
  await show(anyDevice({ stringCurrentA: [6, 6, 0, 6] }))
  const second = within(screen.getByRole('list', { name: 'MPPT 2' }))
  expect(second.getByText('100% under its tracker’s strongest')).toBeInTheDocument()
  expect(within(screen.getByRole('list', { name: 'MPPT 1' })).queryByText(/under/)).toBeNull()
})

test('compares no strings in the dark, and says so', async () => {
  await show(anyDevice({ stringCurrentA: [0, 0.1, 0, 0] }))
  expect(screen.getByText(enUS['info.stringsDark'])).toBeInTheDocument()
  expect(screen.queryByText(/under its/)).toBeNull()
})

test('the power of a tracker is its voltage times its current', async () => {
  await show(anyDevice({ mpptVoltageV: [640], mpptCurrentA: [12.5] }))
  expect(within(screen.getByRole('list', { name: enUS['info.trackers'] })).getByText('8.00')).toBeInTheDocument()
})

test('says what the device does not report, instead of zero', async () => {
  await show(anyDevice({ acVoltageV: [], acCurrentA: [], mpptVoltageV: [], mpptCurrentA: [], stringCurrentA: [] }))
  for (const key of ['info.noGrid', 'info.noTrackers', 'info.noStrings'] as const)
    expect(screen.getByText(enUS[key])).toBeInTheDocument()
})

test('shows the last values of a silent device with their time of measurement', async () => {
  const measuredAt = '2026-11-21T02:00:00.000Z'
  // The service returns no values for a silent device.
  const none = { powerW: null, frequencyHz: null, acVoltageV: [], mpptVoltageV: [], stringCurrentA: [], mode: null }
  const device = anyDevice({ ...none, age: { state: 'stale', measuredAt } })
  const { reactiveVar, powerFactor, frequencyHz, cabinetC, hoursTotal, energyTodayKwh, ...told } = anyDevice()
  const frame: DeviceHistoryRow = {
    at: measuredAt,
    delayS: 0,
    mode: 5,
    errorWord: 0,
    codes: [],
    powerW: -26,
    dcPowerW: 0,
    reactiveVar,
    powerFactor,
    frequencyHz,
    cabinetC,
    acVoltageV: told.acVoltageV,
    acCurrentA: told.acCurrentA,
    mpptVoltageV: told.mpptVoltageV,
    mpptCurrentA: told.mpptCurrentA,
    stringCurrentA: told.stringCurrentA,
    energyTodayKwh,
    energyTotalKwh: 1,
    hoursTotal,
  }
  const client = createQueryClient()
  const query = { from: measuredAt, to: '2026-11-21T02:00:01.000Z', order: 'desc', pageSize: 1 }
  client.setQueryData(['GET /devices/:deviceId/history', { params: { deviceId: device.id }, query }], { data: [frame] })
  await act(
    async () =>
      void render(
        <ApiProvider client={client}>
          <ParameterTab device={device} />
        </ApiProvider>,
      ),
  )
  expect(screen.getByRole('status')).toHaveTextContent('Nov 21, 2026, 03:00')
  expect(screen.getByText('-26')).toBeInTheDocument()
  expect(screen.getByText('Fault (5)')).toBeInTheDocument()
  expect(screen.getByText('252,555.0 kWh')).toBeInTheDocument()
  for (const key of ['info.noGrid', 'info.noTrackers', 'info.noStrings', 'parameter.nothing'] as const)
    expect(screen.queryByText(enUS[key])).toBeNull()
})

test('decodes the error word bit by bit, with the meaning of each set bit', async () => {
  await show(anyDevice({ mode: 5, errorWord: 0x8000_0001 }))
  expect(screen.getByTestId('error-word')).toHaveTextContent('0x80000001')
  expect(screen.getByText('Fault (5)')).toBeInTheDocument()
  const bits = within(screen.getByRole('list', { name: enUS['parameter.bits'] })).getAllByRole('listitem')
  expect(bits).toHaveLength(32)
  expect(bits.filter((bit) => bit.hasAttribute('data-set')).map((bit) => bit.textContent)).toEqual(['E1', 'F8'])
  expect(screen.getByText('bit 31')).toBeInTheDocument()
})

test('an unknown mode keeps its number; a missing error word is not decoded', async () => {
  await show(anyDevice({ mode: 7, errorWord: null }))
  expect(screen.getByText(`${enUS['mode.unknown']} (7)`)).toBeInTheDocument()
  expect(screen.getByTestId('error-word')).toHaveTextContent('–')
  expect(screen.queryByRole('list', { name: enUS['parameter.bits'] })).toBeNull()
})
