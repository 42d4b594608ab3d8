import fc from 'fast-check'
import { addDays, daysBetween, isDay, weekdayOf } from './node.ts'

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('adds days across clock changes, months and leap days', () => {
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
  expect(addDays('2026-10-25', -1)).toBe('2026-10-24')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

test('addDays and daysBetween are inverse', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
      const to = addDays(from, days)
      expect(daysBetween(from, to)).toBe(days)
      expect(addDays(to, -days)).toBe(from)
      expect(new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)).toBe(to)
    }),
  )
})

test('the weekday matches UTC, counted from Monday', () => {
  fc.assert(fc.property(day, (each) => expect(weekdayOf(each) % 7).toBe(new Date(`${each}T00:00Z`).getUTCDay())))
})

test('isDay accepts only dates that the calendar has', () => {
  fc.assert(fc.property(day, (each) => expect(isDay(each)).toBe(true)))
  expect(['2026-02-28', '2024-02-29'].every(isDay)).toBe(true)
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '26-01-01',
    '2026-2-3',
    '20260228',
    '0000-01-01',
    '1890-01-01',
    'today',
    '',
  ])
    expect(isDay(text)).toBe(false)
})
