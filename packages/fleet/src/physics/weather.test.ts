import { airTemperature, clearSkyIndex, type Climate, cloudCover, monthlyAt, solarHour } from './weather.ts'

const same = (value: number) => [...Array(12).keys()].map(() => value) as unknown as Climate['meanC']
const climate = (cover: number): Climate => ({
  meanC: same(15),
  swingC: 5,
  turbidity: same(3),
  cloudCover: same(cover),
  afternoonCloud: 0,
  windMs: 3,
})

const start = Date.UTC(2026, 4, 1)
const minutes = (days: number) => Array.from({ length: days * 288 }, (_, i) => start + i * 300_000)

test('monthly values apply in the middle of the month and are continuous over the new year', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
  expect(monthlyAt(values, Date.UTC(2026, 2, 16, 12))).toBeCloseTo(3, 1)
  expect(monthlyAt(values, Date.UTC(2025, 11, 31))).toBeCloseTo(monthlyAt(values, Date.UTC(2026, 0, 1)), 0)
})

test('solar noon is at 12 h solar time', () => {
  expect(solarHour(Date.UTC(2026, 0, 1, 4), 120)).toBeCloseTo(12, 9)
})

test('the same seed gives the same sky, another seed another one', () => {
  const skies = (seed: number) => minutes(2).map((at) => clearSkyIndex(seed, cloudCover(seed, climate(0.5), at, 0), at))
  expect(skies(7)).toEqual(skies(7))
  expect(skies(7)).not.toEqual(skies(8))
})

test('a dry climate is mostly clear, a wet one is not, and its days differ', () => {
  const means = (cover: number) => {
    const days = Array.from({ length: 90 }, () => 0)
    minutes(90).forEach((at, i) => {
      const day = Math.floor(i / 288)
      days[day] = (days[day] ?? 0) + clearSkyIndex(3, cloudCover(3, climate(cover), at, 0), at) / 288
    })
    return days
  }
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const [dry, wet] = [means(0.15), means(0.65)]
  expect(mean(dry)).toBeGreaterThan(0.85)
  expect(mean(wet)).toBeLessThan(0.72)
  expect(mean(wet)).toBeGreaterThan(0.4)
  expect(Math.max(...wet) - Math.min(...wet)).toBeGreaterThan(0.35)
})

test('the clear-sky index stays in its physical range, and a broken sky changes within minutes', () => {
  const index = minutes(60).map((at) => clearSkyIndex(5, 0.5, at))
  expect(Math.min(...index)).toBeGreaterThan(0.05)
  expect(Math.max(...index)).toBeLessThan(1.12)
  const jumps = index.filter((value, i) => i > 0 && Math.abs(value - (index[i - 1] ?? value)) > 0.2)
  expect(jumps.length / index.length).toBeGreaterThan(0.03)
})

test('afternoons are warmer than nights, and less so under cloud', () => {
  const swing = (cover: number) =>
    airTemperature(1, climate(0.5), start + 15 * 3_600_000, 0, cover) -
    airTemperature(1, climate(0.5), start + 3 * 3_600_000, 0, cover)
  expect(swing(0)).toBeGreaterThan(6)
  expect(swing(1)).toBeLessThan(swing(0))
})
