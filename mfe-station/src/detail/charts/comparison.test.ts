import { comparisonIn, comparisonsOf, earlierDay } from './comparison.ts'

test.each([
  ['day', 'before', '2026-03-01', '2026-02-28'],
  ['day', 'week', '2026-03-01', '2026-02-22'],
  ['day', 'year', '2026-11-21', '2025-11-22'],
  ['week', 'before', '2026-11-21', '2026-11-09'],
  ['month', 'before', '2026-03-31', '2026-02-01'],
  ['month', 'year', '2026-11-21', '2025-11-01'],
  ['year', 'before', '2026-11-21', '2025-01-01'],
] as const)('a %s, comparison "%s": %s with %s', (period, comparison, day, earlier) => {
  expect(earlierDay(period, day, comparison)).toBe(earlier)
})

test('the day a year earlier falls on the same weekday', () => {
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
  expect(weekday(earlierDay('day', '2026-11-21', 'year') ?? '')).toBe(weekday('2026-11-21'))
})

test('a comparison that the period does not offer becomes "no"', () => {
  expect(comparisonsOf('total')).toEqual(['no'])
  expect(comparisonIn('month', 'week')).toBe('no')
  expect(earlierDay('total', '2026-11-21', 'before')).toBeUndefined()
  expect(earlierDay('day', '2026-11-21', 'no')).toBeUndefined()
})
