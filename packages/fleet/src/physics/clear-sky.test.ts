import { clearSky, relativeAirMass, underCloud } from './clear-sky.ts'
import { onPlane, planeOf, viewOf } from './plane.ts'
import { extraterrestrial, sunPosition } from './sun.ts'

/** kWh/m2 of a cloudless day at 5-minute steps. */
function dailySum(day: number, latitude: number, tilt = 0, azimuth = 180, turbidity = 3): number {
  const place = { latitude, longitude: 0, altitudeM: 100 }
  let sum = 0
  for (let at = day; at < day + 86_400_000; at += 300_000) {
    const sun = sunPosition(at, place)
    const outside = extraterrestrial(at)
    const sky = clearSky(sun.elevation, 100, turbidity, outside)
    sum += onPlane(viewOf({ kind: 'fixed', tilt, azimuth }, sun, outside), sky, 0.2).poa / 12_000
  }
  return sum
}

test('air mass is 1 overhead, 2 at 30 degrees and about 38 at the horizon', () => {
  expect(relativeAirMass(90)).toBeCloseTo(1, 2)
  expect(relativeAirMass(30)).toBeCloseTo(1.995, 2)
  expect(relativeAirMass(0)).toBeCloseTo(37.9, 0)
})

test('a clear noon at sea level has about 1000 W/m2, mostly beam', () => {
  const sky = clearSky(70, 0, 3, 1361)
  expect(sky.ghi).toBeGreaterThan(900)
  expect(sky.ghi).toBeLessThan(1050)
  expect(sky.dhi / sky.ghi).toBeLessThan(0.2)
  expect(sky.dni * Math.sin((70 * Math.PI) / 180) + sky.dhi).toBeCloseTo(sky.ghi, 6)
})

// Haurwitz (1945), 1098 cos z exp(-0.059 / cos z), computed by hand: a model of the sun's elevation only. Ineichen's
// air of turbidity 3 is hazier than Haurwitz' at low sun; with the factor for large air masses it would be 2.2 times
// Haurwitz' at 3 degrees (40 W/m2).
test.each([
  [60, 888.3, 0.97, 1.03],
  [30, 487.9, 0.92, 1.03],
  [10, 135.7, 0.7, 1.03],
  [5, 48.6, 0.5, 1.03],
  [3, 18.6, 0.4, 1.03],
])(
  'at %d degrees clear-sky irradiance does not exceed Haurwitz by more than 3 percent',
  (elevation, haurwitz, least, most) => {
    const { ghi } = clearSky(elevation, 0, 3, 1361)
    expect(ghi / haurwitz).toBeGreaterThan(least)
    expect(ghi / haurwitz).toBeLessThan(most)
  },
)

test('clear-sky daily sums at 48 degrees north: about 8.3 in June and 1.3 kWh/m2 in December', () => {
  expect(dailySum(Date.UTC(2026, 5, 21), 48)).toBeGreaterThan(7.6)
  expect(dailySum(Date.UTC(2026, 5, 21), 48)).toBeLessThan(8.9)
  expect(dailySum(Date.UTC(2026, 11, 21), 48)).toBeGreaterThan(1.1)
  expect(dailySum(Date.UTC(2026, 11, 21), 48)).toBeLessThan(1.6)
})

test('in December a plane at 45 degrees to the south gets more than twice the horizontal', () => {
  const day = Date.UTC(2026, 11, 21)
  expect(dailySum(day, 48, 45) / dailySum(day, 48)).toBeGreaterThan(2)
})

test('a horizontal plane receives the horizontal irradiance', () => {
  const sky = clearSky(40, 0, 3, 1361)
  const view = viewOf({ kind: 'fixed', tilt: 0, azimuth: 180 }, { elevation: 40, azimuth: 180 }, 1361)
  expect(onPlane(view, sky, 0.2).poa).toBeCloseTo(sky.ghi, 6)
})

test('cloud reduces the beam first and never makes irradiance negative', () => {
  const clear = clearSky(50, 0, 3, 1361)
  const thick = underCloud(clear, 50, 0.25)
  expect(thick.dni).toBe(0)
  expect(thick.dhi).toBeCloseTo(clear.ghi * 0.25, 6)
  const thin = underCloud(clear, 50, 0.8)
  expect(thin.dni / clear.dni).toBeLessThan(0.8)
  expect(underCloud(clear, 50, 1)).toEqual(clear)
})

test('a tracker faces east in the morning and west in the evening, within its limit', () => {
  const tracker = { kind: 'tracker', limit: 55 } as const
  expect(planeOf(tracker, { elevation: 10, azimuth: 90 })).toEqual({ tilt: 55, azimuth: 90 })
  expect(planeOf(tracker, { elevation: 60, azimuth: 270 }).tilt).toBeCloseTo(30, 6)
  expect(planeOf(tracker, { elevation: 60, azimuth: 270 }).azimuth).toBe(270)
})
