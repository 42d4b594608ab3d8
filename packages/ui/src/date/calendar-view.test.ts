import { addDays } from '@helioport/time'
import fc from 'fast-check'
import { dateOf, dayOf, keyTarget } from './calendar-view.ts'

const key = (name: string, from: string, view: 'month' | 'year' = 'month', shiftKey = false) => {
  const target = keyTarget({ key: name, shiftKey }, dateOf(from), view, 'ltr')
  return target && dayOf(target)
}

test('every day survives the way to the calendar and back, and its neighbours are the calendar’s', () => {
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 40_000 }), (days) => {
      const day = addDays('2026-11-21', days)
      expect(dayOf(dateOf(day))).toBe(day)
      expect(key('ArrowRight', day)).toBe(addDays(day, 1))
      expect(key('ArrowUp', day)).toBe(addDays(day, -7))
    }),
  )
})

test('months on and back; a short month ends on its last day', () => {
  expect(key('PageDown', '2026-01-31')).toBe('2026-02-28')
  expect(key('PageDown', '2028-01-31')).toBe('2028-02-29')
  expect(key('PageUp', '2026-01-15')).toBe('2025-12-15')
  expect(key('PageDown', '2028-02-29', 'month', true)).toBe('2029-02-28')
})

test('in a year arrows walk months and quarters, page keys years and decades', () => {
  expect(key('ArrowLeft', '2026-01-15', 'year')).toBe('2025-12-15')
  expect(key('ArrowDown', '2026-01-15', 'year')).toBe('2026-04-15')
  expect(key('PageUp', '2026-01-15', 'year')).toBe('2025-01-15')
  expect(key('PageUp', '2026-01-15', 'year', true)).toBe('2016-01-15')
  expect(key('Home', '2026-05-15', 'year')).toBe('2026-01-01')
  expect(key('End', '2026-05-15', 'year')).toBe('2026-12-31')
  expect(key('a', '2026-05-15')).toBeUndefined()
})
