import { localDay } from '@helioport/time/node'
import { co2FactorAt } from './co2.ts'
import { bandsClash, incomeOf, rateAt } from './tariff.ts'

const rate = (from_date: string, price: number, bands: Parameters<typeof incomeOf>[0][number]['bands'] = []) => ({
  from_date,
  rate: price,
  bands,
})
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const berlin = 'Europe/Berlin'

test('a day has the newest rate that has begun; before the first rate, the first one', () => {
  const rates = [rate('2026-06-15', 0.3), rate('2020-01-01', 0.1), rate('2026-07-01', -0.02)]
  expect(
    ['2019-05-01', '2026-06-14', '2026-06-15', '2026-06-30', '2026-07-01'].map((day) => rateAt(rates, day)?.rate),
  ).toEqual([0.1, 0.1, 0.3, 0.3, -0.02])
  expect(rateAt([], '2026-06-15')).toBeNull()
})

test('zero and negative rates count; income is null for unknown energy or without a rate', () => {
  const day = localDay('2026-06-10', berlin)
  expect(incomeOf([rate('2020-01-01', 0)], day, berlin, 12, [])).toBe(0)
  expect(incomeOf([rate('2020-01-01', -0.5)], day, berlin, 12, [])).toBe(-6)
  expect(incomeOf([rate('2020-01-01', 0.5)], day, berlin, null, [])).toBeNull()
  expect(incomeOf([], day, berlin, 12, [])).toBeNull()
})

test('time of use: each quarter-hour has its share of the energy at its rate, by weekday', () => {
  const bands = [
    { days: [1, 2, 3, 4, 5], from: '10:00', to: '12:00', rate: 1 },
    { days: [1, 2, 3, 4, 5], from: '12:00', to: '24:00', rate: 0.5 },
  ]
  const rates = [rate('2020-01-01', 0.1, bands)]
  // 1 kW from 08:00 to 16:00: 2 h basic, 2 h at 1, 4 h at 0.5.
  const quarters = Array.from({ length: 96 }, (_, quarter) => (quarter >= 32 && quarter < 64 ? 1000 : null))
  expect(incomeOf(rates, localDay('2026-06-10', berlin), berlin, 16, quarters)).toBeCloseTo(4 * 0.1 + 4 + 8 * 0.5, 9)
  // The counter went on during the gap: the missing power is interpolated.
  const gap = quarters.map((power, quarter) => (quarter >= 41 && quarter < 55 ? null : power))
  expect(incomeOf(rates, localDay('2026-06-10', berlin), berlin, 16, gap)).toBeCloseTo(4 * 0.1 + 4 + 8 * 0.5, 9)
  // A Sunday has the basic rate only.
  expect(incomeOf(rates, localDay('2026-06-14', berlin), berlin, 16, quarters)).toBeCloseTo(1.6, 9)
  // Without a curve the times are unknown: the basic rate.
  expect(incomeOf(rates, localDay('2026-06-10', berlin), berlin, 16, [])).toBeCloseTo(1.6, 9)
})

test.each([
  ['2026-03-29', 92, 9],
  ['2026-10-25', 100, 11],
])('on %s, a day of %d quarter-hours, bands follow local time', (date, length, hoursFromMidnight) => {
  const rates = [rate('2020-01-01', 0, [{ days: everyDay, from: '10:00', to: '10:15', rate: 1 }])]
  const quarters = Array.from({ length }, (_, quarter) => (quarter === hoursFromMidnight * 4 ? 1000 : 0))
  expect(incomeOf(rates, localDay(date, berlin), berlin, 1, quarters)).toBe(1)
})

test('bands that overlap, or end before they begin, clash', () => {
  const band = (days: number[], from: string, to: string) => ({ days, from, to, rate: 1 })
  expect(bandsClash([band([1], '00:00', '12:00'), band([1], '12:00', '24:00'), band([2], '06:00', '18:00')])).toBe(
    false,
  )
  expect(bandsClash([band([1, 2], '00:00', '12:15'), band([2, 3], '12:00', '24:00')])).toBe(true)
  expect(bandsClash([band([1], '12:00', '12:00')])).toBe(true)
  expect(bandsClash([band([1], '22:00', '06:00')])).toBe(true)
})

test("a day has the CO2 factor of its date; without an own factor the country's applies", () => {
  const own = (from_date: string, kg_per_kwh: number) => ({ from_date, kg_per_kwh, year: 2024, source: 'own' })
  const factors = [own('2026-01-01', 0.4), own('2025-01-01', 0.5)]
  expect(['2024-12-31', '2025-06-01', '2026-06-01'].map((day) => co2FactorAt(factors, day, berlin))).toEqual([
    0.344, 0.5, 0.4,
  ])
  expect(co2FactorAt([], '2026-06-01', 'Asia/Tokyo')).toBe(0.473)
})
