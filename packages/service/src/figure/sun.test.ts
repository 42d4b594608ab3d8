import { localDay } from '@helioport/time/node'
import { clearSkyWm2, daylightOf, sunOf, sunWeight } from './sun.ts'

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

// Ineichen and Perez (2002), turbidity 3, sea level, without the factor for large air masses, computed separately:
// 0.868 * 1361 sin h exp(-0.0387 m * 3), m by Kasten and Young: 60 degrees (m 1.154) 894.7, 30 (1.995) 468, 10 (5.59)
// 107, 5 (10.3) 31, 3 (15.2) 10.6 W/m2. The sine alone would give 87 and 52 of 1000 W/m2 at 5 and 3 degrees.
test.each([
  [60, 894.7, 1.02],
  [30, 468, 1.05],
  [10, 107, 1.3],
  [5, 31, 1.6],
  [3, 10.6, 1.8],
])('clear-sky irradiance at %d degrees is within bounds of the Ineichen-Perez model', (degrees, ineichen, most) => {
  const ratio = clearSkyWm2(Math.sin((degrees * Math.PI) / 180)) / ineichen
  expect(ratio).toBeGreaterThan(0.97)
  expect(ratio).toBeLessThan(most)
})

test("the first hour of a summer day has 0.3 to 0.45 % of the day's clear-sky energy", () => {
  const [place, day] = [{ latitude: 48.1, longitude: 11.6 }, localDay('2026-06-21', 'Europe/Berlin')]
  const { sunrise } = sunOf(day, place)
  const share = sunWeight(sunrise ?? 0, (sunrise ?? 0) + 3_600_000, place) / sunWeight(day.from, day.to, place)
  // Up to 9 degrees in the hour: about 30 W/m2 in the mean, of 8.3 kWh/m2; 0.8 % by the sine alone.
  expect(share).toBeGreaterThan(0.003)
  expect(share).toBeLessThan(0.0045)
})
