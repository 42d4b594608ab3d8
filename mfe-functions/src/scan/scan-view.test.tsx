import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { IvScan, IvScanDetail } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import { anyCurve } from './any-curve.ts'
import { ScanView } from './scan-view.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})

const other = '11111111-1111-4111-8111-111111111111'
const scanOf = (id: string, day: number, more: Partial<IvScanDetail> = {}) =>
  ({
    id,
    deviceId: 'd',
    deviceName: 'Inverter 1',
    deviceSerial: 'S',
    memberId: 'm',
    stationId: 's',
    stationName: 'Roof',
    timeZone: 'UTC',
    scannedAt: `2026-06-0${day}T10:00:00.000Z`,
    irradianceWm2: 900,
    moduleC: 45,
    fileName: null,
    stringCount: 3,
    irradianceBeforeWm2: null,
    irradianceAfterWm2: null,
    isWhole: true,
    module: null,
    curves: [
      anyCurve(1, { verdict: 'soilingAll' }),
      anyCurve(2, { verdict: 'soilingAll' }),
      anyCurve(3, { verdict: 'shade' }),
    ],
    ...more,
  }) as IvScanDetail

const shown = scanOf('now', 9)
const first = scanOf('22222222-2222-4222-8222-222222222222', 1)
const second = scanOf('33333333-3333-4333-8333-333333333333', 5)
const theirs = scanOf('44444444-4444-4444-8444-444444444444', 8, { deviceId: other, deviceName: 'Inverter 2' })

function show() {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { staleTime: Infinity, retry: false } })
  const list = (deviceId: string, scans: IvScan[]) =>
    [50, 10].forEach((pageSize) =>
      client.setQueryData(['GET /devices/:deviceId/iv-scans', { params: { deviceId }, query: { page: 1, pageSize } }], {
        data: scans,
        total: scans.length,
      }),
    )
  list('d', [shown, second, first])
  list(other, [theirs])
  for (const scan of [first, second, theirs])
    client.setQueryData(['GET /iv-scans/:ivScanId', { params: { ivScanId: scan.id }, query: {} }], { data: scan })
  const devices = [
    { id: 'd', name: 'Inverter 1' },
    { id: other, name: 'Inverter 2' },
  ]
  client.setQueryData(['GET /devices', { query: { stationId: 's', page: 1, pageSize: 200 } }], {
    data: devices,
    total: 2,
  })
  render(
    <ApiProvider client={client}>
      <MemoryRouter>
        <ScanView scan={shown} back={{ href: '#', label: 'Tasks' }} />
      </MemoryRouter>
    </ApiProvider>,
  )
}

const chosen = () => screen.getAllByRole('button', { pressed: true, name: /^MPPT/ }).map((one) => one.textContent)

test('opens on a string with a finding of its own, not one that all strings share', () => {
  show()
  expect(new Set(chosen())).toEqual(new Set(['MPPT 2 · string 3']))
})

test('any former scan of the inverter can be chosen for comparison', async () => {
  const user = userEvent.setup()
  show()
  expect(screen.getByText('The scan before', { selector: 'option' })).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Scan to compare with'), 'Jun 1, 2026, 10:00')
  expect(screen.getByLabelText('Scan to compare with')).toHaveValue(first.id)
})

test('a string of another inverter can be compared with, by default in the scan nearest in time', async () => {
  const user = userEvent.setup()
  show()
  await user.selectOptions(screen.getByLabelText('Inverter to compare with'), 'Inverter 2')
  const bar = screen.getByRole('group', { name: 'Compare with' })
  expect(within(bar).getByLabelText('Scan to compare with')).toHaveDisplayValue('Its scan nearest in time')
  const string = within(bar).getByLabelText('String')
  expect(string).toHaveValue('2-3')
  await user.selectOptions(string, 'MPPT 1 · string 1')
  expect(string).toHaveValue('1-1')
})
