import { anyStation } from './any-station.ts'
import { isAsleep } from './asleep.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const stale = (measuredAt: string) => ({ age: { state: 'stale', measuredAt } }) as const

test('a plant whose data ended at dusk is asleep', () => {
  expect(isAsleep(anyStation({ statusReason: 'night', ...stale('2026-11-21T09:00:00Z') }), now)).toBe(true)
})

test('by day old data are old, and data of long ago are old at night as well', () => {
  expect(isAsleep(anyStation({ statusReason: 'noData', ...stale('2026-11-21T09:00:00Z') }), now)).toBe(false)
  expect(isAsleep(anyStation({ statusReason: 'night', ...stale('1990-10-14T04:55:00Z') }), now)).toBe(false)
})

test('who still reports is awake, whatever the sun does', () => {
  const age = { state: 'live', measuredAt: '2026-11-21T11:58:00Z' } as const
  expect(isAsleep(anyStation({ statusReason: 'night', age }), now)).toBe(false)
})
