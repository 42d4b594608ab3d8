import { extraterrestrial, sunPosition } from './sun.ts'

/** Reda and Andreas, NREL/TP-560-34302, table A5.1: 2003-10-17 12:30:30 UTC-7 at the NREL site. */
const spaExample = { at: Date.UTC(2003, 9, 17, 19, 30, 30), latitude: 39.742476, longitude: -105.1786 }

test('agrees with the worked example of the NREL solar position algorithm within 0.05 degrees', () => {
  const sun = sunPosition(spaExample.at, { ...spaExample, altitudeM: 1830 })
  expect(Math.abs(sun.azimuth - 194.340241)).toBeLessThan(0.05)
  expect(Math.abs(sun.elevation - (90 - 50.111622))).toBeLessThan(0.05)
})

test('agrees with the worked example of Meeus (25.b): declination of 1992-10-13, seen from the pole', () => {
  // 0h dynamical time; at the pole elevation = -declination, plus refraction of 0.114 degrees at 7.8 (Meeus 16.4).
  const sun = sunPosition(Date.UTC(1992, 9, 12, 23, 59, 1), { latitude: -90, longitude: 0, altitudeM: 0 })
  expect(Math.abs(sun.elevation - (7.783871 + 0.114))).toBeLessThan(0.05)
})

test('the sun is overhead on the equator at the equinox noon and east of it in the morning', () => {
  const place = { latitude: 0, longitude: 0, altitudeM: 0 }
  expect(sunPosition(Date.UTC(2025, 2, 20, 12, 7), place).elevation).toBeGreaterThan(89.5)
  expect(Math.abs(sunPosition(Date.UTC(2025, 2, 20, 8), place).azimuth - 90)).toBeLessThan(0.5)
})

test('irradiance outside the atmosphere swings by 3.4 percent with a maximum in early January', () => {
  expect(extraterrestrial(Date.UTC(2026, 0, 4))).toBeCloseTo(1361.1 * 1.0344, -1)
  expect(extraterrestrial(Date.UTC(2026, 6, 4))).toBeCloseTo(1361.1 * 0.9674, -1)
})
