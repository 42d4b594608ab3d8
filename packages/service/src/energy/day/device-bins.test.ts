import { DayBook } from '@helioport/time/node'
import { spreadSteps } from './device-bins.ts'
import { StepShares } from './step-shares.ts'

const place = { latitude: 37.5, longitude: -105.9 }
const book = new DayBook('America/Denver')
const day = book.of('2026-11-21')
const at = (time: string) => Date.parse(`2026-11-${time}-07:00`)
const shares = new StepShares(book, place)
const spread = (from: number, to: number, isLong = true) => {
  const step = { device_no: 1, from, to, kwh: 1.5, kind: 'ok', isLong } as const
  const { kwh } = spreadSteps([step], { day, place, shares })
  return { kwh: [...kwh], sum: kwh.reduce((sum, value) => sum + value, 0), step }
}

test('a counter step overnight gives its day the clear-sky share, from dawn on', () => {
  const { sum, kwh, step } = spread(at('20T17:15'), at('21T08:00'))
  expect(sum).toBeCloseTo(shares.kwhOn(day.date, step), 9)
  expect(sum).toBeGreaterThan(0.1)
  expect(kwh.slice(0, 80).every((value) => value === 0)).toBe(true)
})

test('a long step is distributed by clear-sky irradiance, in darkness by time', () => {
  const clear = spread(at('21T07:00'), at('21T12:00'))
  expect(clear.sum).toBeCloseTo(1.5, 9)
  expect(clear.kwh[140]).toBeGreaterThan(2 * (clear.kwh[90] ?? 0))
  const dark = spread(at('21T01:00'), at('21T02:00'))
  expect(dark.sum).toBeCloseTo(1.5, 9)
  expect(dark.kwh[12]).toBeCloseTo(1.5 / 12, 9)
})

test('a short step over midnight is split by time', () => {
  const { sum, step } = spread(at('20T23:57'), at('21T00:02'), false)
  expect(sum).toBeCloseTo((1.5 * 2) / 5, 9)
  expect(sum).toBeCloseTo(shares.kwhOn(day.date, step), 9)
})
