import { daysIn, movePeriod, periodSpan } from './node.ts'

test('a week runs from Monday to Sunday, also over the new year', () => {
  expect(periodSpan('week', '2026-11-21')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(periodSpan('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(periodSpan('week', '2027-01-01')).toEqual({ from: '2026-12-28', to: '2027-01-03' })
})

test('months and years have their calendar lengths', () => {
  expect(periodSpan('month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(periodSpan('year', '2026-06-01')).toEqual({ from: '2026-01-01', to: '2026-12-31' })
})

test('moving from the end of a long month does not skip the short one', () => {
  expect(movePeriod('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(movePeriod('month', '2026-01-31', -1)).toBe('2025-12-01')
  expect(movePeriod('week', '2026-11-21', -1)).toBe('2026-11-09')
  expect(movePeriod('year', '2026-11-21', 1)).toBe('2027-01-01')
  expect(movePeriod('day', '2026-03-01', -1)).toBe('2026-02-28')
})

test('a period contains all its days, including the first and last', () => {
  expect(daysIn(periodSpan('week', '2026-01-01'))).toEqual([
    '2025-12-29',
    '2025-12-30',
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
    '2026-01-03',
    '2026-01-04',
  ])
  expect(daysIn(periodSpan('year', '2028-06-01'))).toHaveLength(366)
  expect(daysIn({ from: '2026-01-02', to: '2026-01-01' })).toEqual([])
})
