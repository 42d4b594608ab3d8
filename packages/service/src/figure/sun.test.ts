import { localDay } from '@helioport/time/node'
import { daylightOf, sunOf } from './sun.ts'

test.each([
  // timeanddate.com, to the minute.
  ['Taipei', 'Asia/Taipei', 25.05, 121.53, '2026-06-21', '2026-06-20T21:04', '2026-06-21T10:47'],
  ['Honolulu', 'Pacific/Honolulu', 21.31, -157.86, '2026-12-21', '2026-12-21T17:04', '2026-12-22T03:55'],
  ['Auckland', 'Pacific/Auckland', -36.85, 174.76, '2026-01-01', '2025-12-31T17:05', '2026-01-01T07:43'],
])('sunrise and sunset of %s belong to its own day', (_name, zone, latitude, longitude, date, sunrise, sunset) => {
  const day = localDay(date, zone)
  const sun = sunOf(day, { latitude, longitude })
  expect(Math.abs((sun.sunrise ?? 0) - Date.parse(`${sunrise}Z`))).toBeLessThan(2 * 60_000)
  expect(Math.abs((sun.sunset ?? 0) - Date.parse(`${sunset}Z`))).toBeLessThan(2 * 60_000)
  expect(sun.sunrise).toBeGreaterThanOrEqual(day.from)
  expect(sun.sunset).toBeLessThanOrEqual(day.to)
})

test('midnight sun is all daylight, polar night none', () => {
  const tromso = { latitude: 69.65, longitude: 18.96 }
  const june = localDay('2026-06-21', 'Europe/Oslo')
  expect(daylightOf(june, tromso)).toEqual({ from: june.from, to: june.to })
  expect(daylightOf(localDay('2026-12-21', 'Europe/Oslo'), tromso)).toBeNull()
})
