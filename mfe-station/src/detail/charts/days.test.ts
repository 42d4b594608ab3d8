import { daysOf, startOfDay } from './days.ts'

const hours = (day: string, next: string, zone: string) => (startOfDay(next, zone) - startOfDay(day, zone)) / 3_600_000

test('days begin at local midnight, east and west of Greenwich', () => {
  expect(new Date(startOfDay('2026-11-21', 'Asia/Taipei')).toISOString()).toBe('2026-11-20T16:00:00.000Z')
  expect(new Date(startOfDay('2026-11-21', 'America/Denver')).toISOString()).toBe('2026-11-21T07:00:00.000Z')
})

test.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-30', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-26', 25],
  ['Asia/Jerusalem', '2026-03-27', '2026-03-28', 23],
  ['America/Denver', '2026-11-01', '2026-11-02', 25],
] as const)('%s: %s lasts until %s, %d hours', (zone, day, next, length) => {
  expect(hours(day, next, zone)).toBe(length)
})

test('a year has its days, the first and the last with it', () => {
  const { starts, from, to } = daysOf('2026-01-01', '2026-12-31', 'Europe/Berlin')
  expect(starts).toHaveLength(365)
  expect([from, to].map((at) => new Date(at).toISOString())).toEqual([
    '2025-12-31T23:00:00.000Z',
    '2026-12-31T23:00:00.000Z',
  ])
})
