import { DayBook } from '@helioport/time/node'
import { spreadSteps } from './device-bins.ts'
import { StepShares } from './step-shares.ts'

const place = { latitude: 37.5, longitude: -105.9 }
const book = new DayBook('America/Denver')
const day = book.of('2026-11-21')
const at = (time: string) => Date.parse(`2026-11-${time}-07:00`)
const curve = (value: number | null) => Array.from({ length: 288 }, () => value)
const spread = (from: number, to: number, irradianceWm2: (number | null)[]) => {
  const step = { device_no: 1, from, to, kwh: 1.5, kind: 'ok', isLong: true } as const
  const { kwh } = spreadSteps([step], { day, place, irradianceWm2, book })
  return { kwh: [...kwh], sum: kwh.reduce((sum, value) => sum + value, 0), step }
}

test('a night that ends with the sunrise: what was made by then is not lost where the sensor still read zero', () => {
  const { sum, kwh, step } = spread(at('20T17:15'), at('21T06:55'), curve(0))
  expect(sum).toBeCloseTo(new StepShares(book, place).kwhOn(day.date, step), 9)
  expect(sum).toBeGreaterThan(0.1)
  // At dawn, not through the night.
  expect(kwh.slice(0, 80).every((value) => value === 0)).toBe(true)
})

test('a long step is shared out by the sun as measured, by a clear sky where that is not known, by time where there was none', () => {
  const sun = curve(0)
  sun[150] = 400
  sun[151] = 100
  const measured = spread(at('21T12:00'), at('21T13:00'), sun)
  expect(measured.kwh[150]).toBeCloseTo(1.2, 9)
  expect(measured.kwh[151]).toBeCloseTo(0.3, 9)
  const clear = spread(at('21T07:00'), at('21T12:00'), curve(null))
  expect(clear.sum).toBeCloseTo(1.5, 9)
  expect(clear.kwh[140]).toBeGreaterThan(2 * (clear.kwh[90] ?? 0))
  const dark = spread(at('21T01:00'), at('21T02:00'), curve(null))
  expect(dark.sum).toBeCloseTo(1.5, 9)
  expect(dark.kwh[12]).toBeCloseTo(1.5 / 12, 9)
})
