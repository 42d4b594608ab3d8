import { localDay } from '@helioport/time/node'
import { sparklineOf } from './sparkline.ts'

const day = localDay('2026-06-21', 'Europe/Berlin')
const place = { latitude: 52.5, longitude: 13.4 }
const quarterMs = 15 * 60_000
const noon = day.from + 48 * quarterMs

/** A device that made 100 W from ten o'clock on, without data in the quarters of `silent`. */
function device(until: number, silent: readonly number[] = []) {
  const quarter_w = Array.from({ length: until }, (_, quarter) =>
    quarter < 40 || silent.includes(quarter) ? null : 100,
  )
  const [first, last] = [day.from + 40 * quarterMs, day.from + until * quarterMs - 1]
  return {
    ratedW: 1000,
    presence: { first_ts: first, first_power_w: 100, last_ts: last, last_power_w: 100, quarter_w },
  }
}

test('sums all devices; null before the first data and in a hole of one device', () => {
  const curve = sparklineOf([device(48), device(48, [44])], day, place, noon)
  expect(curve).toHaveLength(48)
  expect(curve.slice(38)).toEqual([null, null, 200, 200, 200, 200, null, 200, 200, 200])
})

test('a device silent from eleven on is left out of the sum', () => {
  expect(sparklineOf([device(48), device(44)], day, place, noon).slice(42)).toEqual([200, 200, 100, 100, 100, 100])
})

test('the curve ends when all devices are silent', () => {
  expect(sparklineOf([device(45), device(44)], day, place, noon).slice(42)).toEqual([200, 200, 100, null, null, null])
})
