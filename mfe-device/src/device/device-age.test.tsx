import { setUpI18n } from '@helioport/i18n'
import { render } from '@testing-library/react'
import { anyDevice } from './any-device.ts'
import { DeviceAge } from './device-age.tsx'

beforeAll(() => setUpI18n('en-US'))
// The clock is fixed: "3 hours ago" would become "yesterday" during the real day.
beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-20T22:00:00Z') }))
afterEach(() => jest.useRealTimers())

const markOf = (change: Parameters<typeof anyDevice>[0]) =>
  render(<DeviceAge device={anyDevice(change)} />).container.querySelector('[data-age]')

const old = { state: 'stale', measuredAt: '2026-11-20T16:45:00.000Z' } as const

test('marks old data as stale by day', () => {
  const mark = markOf({ status: 'offline', statusReason: 'noData', age: old })
  expect(mark).toHaveAttribute('data-age', 'stale')
  expect(mark).toHaveTextContent(/^Stale/)
})

test('shows the last time of a device at night without a mark', () => {
  const mark = markOf({ status: 'standby', statusReason: 'night', age: old })
  expect(mark).toHaveAttribute('data-age', 'none')
  expect(mark).toHaveTextContent('Until 17:45')
  expect(mark).toHaveAttribute('title', 'Nov 20, 2026, 17:45')
})

test('data older than a night are stale at night as well', () => {
  const mark = markOf({ statusReason: 'night', age: { state: 'stale', measuredAt: '2026-11-18T16:45:00.000Z' } })
  expect(mark).toHaveAttribute('data-age', 'stale')
})

test('says "No data yet" of a device that never reported', () => {
  const mark = markOf({ statusReason: 'night', age: { state: 'none', measuredAt: null } })
  expect(mark).toHaveTextContent('No data yet')
})
