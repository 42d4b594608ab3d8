import { daysOf } from './days.ts'

test('the days of a year include its first and its last', () => {
  const { starts, from, to } = daysOf('2026-01-01', '2026-12-31', 'Europe/Berlin')
  expect(starts).toHaveLength(365)
  expect([from, to].map((at) => new Date(at).toISOString())).toEqual([
    '2025-12-31T23:00:00.000Z',
    '2026-12-31T23:00:00.000Z',
  ])
})
