import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { Device } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, within } from '@testing-library/react'
import { anyDevice } from '../../device/any-device.ts'
import enUS from '../../messages/en-US.ts'
import { InformationTab } from './information-tab.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})

/** Nothing has been set, scanned or replaced. */
function show(device: Device) {
  const client = createQueryClient()
  const nothing = { data: [], total: 0 }
  const params = { deviceId: device.id }
  client.setQueryData(['GET /commands', { query: { deviceId: device.id, pageSize: 5 } }], nothing)
  client.setQueryData(['GET /devices/:deviceId/iv-scans', { params, query: { pageSize: 1 } }], nothing)
  client.setQueryData(['GET /devices/:deviceId/modules', { params }], { data: null })
  client.setQueryData(['GET /devices/:deviceId/serials', { params }], nothing)
  render(
    <ApiProvider client={client}>
      <InformationTab device={device} />
    </ApiProvider>,
  )
}

test('a string without current is pointed out at its tracker, the others are not', () => {
  show(anyDevice({ stringCurrentA: [6, 6, 0, 6] }))
  const second = within(screen.getByRole('list', { name: 'MPPT 2' }))
  expect(second.getByText('100% under its tracker’s strongest')).toBeInTheDocument()
  expect(within(screen.getByRole('list', { name: 'MPPT 1' })).queryByText(/under/)).toBeNull()
})

test('in the dark nothing is compared, and the page says so', () => {
  show(anyDevice({ stringCurrentA: [0, 0.1, 0, 0] }))
  expect(screen.getByText(enUS['info.stringsDark'])).toBeInTheDocument()
  expect(screen.queryByText(/under its/)).toBeNull()
})

test('power of a tracker is its voltage times its current', () => {
  show(anyDevice({ mpptVoltageV: [640], mpptCurrentA: [12.5] }))
  expect(within(screen.getByRole('list', { name: enUS['info.trackers'] })).getByText('8.00')).toBeInTheDocument()
})

test('what the device does not report is said, not drawn as zero', () => {
  show(anyDevice({ acVoltageV: [], acCurrentA: [], mpptVoltageV: [], mpptCurrentA: [], stringCurrentA: [] }))
  for (const key of ['info.noGrid', 'info.noTrackers', 'info.noStrings'] as const)
    expect(screen.getByText(enUS[key])).toBeInTheDocument()
})

test('old values are marked with the time of their measurement', () => {
  const age = { state: 'stale', measuredAt: '2026-11-21T02:00:00.000Z' } as const
  show(anyDevice({ age }))
  expect(screen.getByRole('status')).toHaveTextContent('Nov 21, 2026, 03:00')
})

test('where the modules are not known, the page says what that means for IV curves', () => {
  show(anyDevice())
  expect(screen.getByText(enUS['modules.none'])).toBeInTheDocument()
})
