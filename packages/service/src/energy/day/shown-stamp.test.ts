import { shownStamp } from './shown-stamp.ts'

const hourMs = 3_600_000

/** Power of a day with clouds, W, at an hour from midnight. */
const powerAt = (hour: number) =>
  hour < 6 || hour > 18 ? 0 : 5000 * Math.sin(((hour - 6) / 12) * Math.PI) * (0.75 + 0.25 * Math.sin(7 * hour))

/** kWh until then, by a thousand steps. */
const madeUntil = (hour: number) =>
  Array.from({ length: 1000 }, (_, nth) => powerAt(((nth + 0.5) * hour) / 1000)).reduce((sum, w) => sum + w, 0) *
  (hour / 1e6)

function day(minutes: number, powerOf: (from: number, hour: number, to: number) => number, register = 0) {
  const step = minutes / 60
  return Array.from({ length: 24 / step }, (_, nth) => {
    const hour = nth * step
    const kwh = 1000 + madeUntil(hour)
    return {
      at: hour * hourMs,
      power_w: powerOf(hour - step, hour, hour + step),
      energy_total_kwh: register > 0 ? Math.floor(kwh / register) * register : kwh,
    }
  })
}

const mean = (from: number, to: number) => (to > from ? ((madeUntil(to) - madeUntil(from)) * 1000) / (to - from) : 0)

test.each([5, 15, 60])(
  'the counter reveals the stamp of means every %d min; instantaneous values have none',
  (minutes) => {
    expect(shownStamp(day(minutes, (from, hour) => mean(Math.max(0, from), hour)))).toBe('end')
    expect(shownStamp(day(minutes, (_, hour, to) => mean(hour, to)))).toBe('start')
    expect(shownStamp(day(minutes, (_, hour) => powerAt(hour)))).toBeNull()
  },
)

test('a coarse counter or too few frames reveal no stamp', () => {
  expect(shownStamp(day(5, (from, hour) => mean(Math.max(0, from), hour), 1))).toBeNull()
  expect(shownStamp(day(60, (from, hour) => mean(Math.max(0, from), hour)).slice(8, 14))).toBeNull()
})
