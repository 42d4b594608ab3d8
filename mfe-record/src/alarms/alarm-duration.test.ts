import { durationOf } from './alarm-duration.ts'

const raisedAt = '2026-11-21T08:00:00Z'

test('a cleared episode ends when it was cleared, an open one lasts until now', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  expect(durationOf({ raisedAt, clearedAt: '2026-11-21T08:20:00Z' }, now)).toBe(20 * 60_000)
  expect(durationOf({ raisedAt, clearedAt: null }, now)).toBe(2 * 3_600_000)
})

test('a clock behind the service gives no negative duration', () => {
  expect(durationOf({ raisedAt, clearedAt: null }, Date.parse('2026-11-21T07:59:58Z'))).toBe(0)
})
