import fc from 'fast-check'
import { addMonths, clampDay, firstWeekday, weekdayOf, weeksOf } from './month.ts'

test('weeks start as the locale has it', () => {
  expect(firstWeekday('en-US')).toBe(7)
  expect(firstWeekday('pt-BR')).toBe(7)
  expect(firstWeekday('de-DE')).toBe(1)
})

test('six weeks of seven days hold the whole month once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1990, max: 2090 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 7 }),
      (year, number, first) => {
        const month = `${year}-${String(number).padStart(2, '0')}`
        const days = weeksOf(month, first).flat()
        expect(days).toHaveLength(42)
        expect(new Set(days).size).toBe(42)
        expect(weekdayOf(days[0] ?? '')).toBe(first)
        expect(days.filter((day) => day.startsWith(month))).toHaveLength(
          new Date(Date.UTC(year, number, 0)).getUTCDate(),
        )
        expect([...days].sort()).toEqual(days)
      },
    ),
  )
})

test('months on and back; a short month ends on its last day', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
})

test('a day stays within the range', () => {
  expect(clampDay('2026-11-25', undefined, '2026-11-21')).toBe('2026-11-21')
  expect(clampDay('2026-01-01', '2026-02-01', undefined)).toBe('2026-02-01')
  expect(clampDay('2026-11-20', '2026-02-01', '2026-11-21')).toBe('2026-11-20')
})
