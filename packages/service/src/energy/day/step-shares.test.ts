import { DayBook } from '@helioport/time/node'
import { sunWeight } from '../../figure/sun.ts'
import { StepShares } from './step-shares.ts'

const munich = { latitude: 48.14, longitude: 11.58 }
const tromso = { latitude: 69.65, longitude: 18.96 }

test.each([
  ['two months', 'Europe/Berlin', munich, '2026-01-15T11:00:00Z', '2026-03-20T09:00:00Z'],
  ['nineteen years', 'Europe/Berlin', munich, '2007-01-01T00:00:00Z', '2026-06-10T10:00:00Z'],
  ['over midnight sun and polar night', 'Europe/Oslo', tromso, '2025-03-01T12:00:00Z', '2026-03-01T12:00:00Z'],
  ['a polar night', 'Europe/Oslo', tromso, '2025-11-28T00:00:00Z', '2026-01-12T00:00:00Z'],
])("the days' shares of a step of %s add up to its energy", (_, zone, place, from, to) => {
  const book = new DayBook(zone)
  const step = { from: Date.parse(from), to: Date.parse(to), kwh: 1_000_000 }
  const shares = new StepShares(book, place)
  const days = book.between(step.from, step.to - 1)
  const sum = days.reduce((kwh, { date }) => kwh + shares.kwhOn(date, step), 0)
  expect(sum / step.kwh).toBeCloseTo(1, 9)
  expect(shares.kwhOn('1999-01-01', step)).toBe(0)
})

test('a step of a year gives each day its clear-sky share to within 5 %', () => {
  const book = new DayBook('Europe/Berlin')
  const step = { from: Date.parse('2025-06-10T10:00:00Z'), to: Date.parse('2026-06-10T10:00:00Z'), kwh: 10_000 }
  const shares = new StepShares(book, munich)
  const days = book.between(step.from, step.to - 1)
  const weight = (from: number, to: number) => sunWeight(Math.max(from, step.from), Math.min(to, step.to), munich)
  const all = days.reduce((sum, day) => sum + weight(day.from, day.to), 0)
  for (const day of days) {
    const exact = (weight(day.from, day.to) / all) * step.kwh
    expect(Math.abs(shares.kwhOn(day.date, step) / exact - 1)).toBeLessThan(0.05)
  }
})
