import fc from 'fast-check'
import { axisTexts, timeTicks, valueScale } from './axis.ts'

test('power starts at zero and ends at a round number above its peak', () => {
  expect(valueScale([0, 12_300, null, 48_700], true, 5)).toEqual({
    min: 0,
    max: 50_000,
    ticks: [0, 10_000, 20_000, 30_000, 40_000, 50_000],
  })
})

test('temperatures far from zero keep their own range', () => {
  const scale = valueScale([24.2, 31.8], false, 4)
  expect(scale.min).toBe(24)
  expect(scale.max).toBe(32)
  expect(scale.ticks).toEqual([24, 26, 28, 30, 32])
})

test('scales one constant value, no value, and consumption at night', () => {
  expect(valueScale([230, 230], false, 4).min).toBeLessThan(230)
  expect(valueScale([null, null], true, 4)).toEqual({ min: 0, max: 1, ticks: [0] })
  expect(valueScale([-40, 5000], true, 5).min).toBe(0)
  const storage = valueScale([-2400, 5000], true, 5)
  expect(storage.min).toBeLessThanOrEqual(-2400)
  expect(storage.ticks).toContain(0)
})

test('every value lies within the bounds; ticks are even and few', () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e7, noNaN: true, noDefaultInfinity: true }), { minLength: 1 })
  fc.assert(
    fc.property(values, fc.boolean(), fc.integer({ min: 2, max: 6 }), (measured, fromZero, count) => {
      fc.pre(Math.max(...measured) - Math.min(...measured) > 1e-3)
      const { min, max, ticks } = valueScale(measured, fromZero, count)
      const slack = (max - min) * 1e-6
      const sliver = fromZero ? 0.03 * Math.max(...measured, 0) : 0
      expect(min).toBeLessThanOrEqual(Math.min(...measured) + slack + sliver)
      expect(max).toBeGreaterThanOrEqual(Math.max(...measured) - slack)
      expect(ticks.length).toBeLessThanOrEqual(count + 3)
      if (fromZero) expect(ticks.some((tick) => Math.abs(tick) < slack)).toBe(true)
    }),
  )
})

const at = (text: string) => Date.parse(text)
const clock = (timeZone: string) => (instant: number) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(instant)

test('ticks are full hours of the plant’s time zone', () => {
  const ticks = timeTicks(at('2026-11-20T16:00:00Z'), at('2026-11-21T16:00:00Z'), 'Asia/Taipei', 9)
  expect(ticks.map(clock('Asia/Taipei'))).toEqual([
    '00:00',
    '03:00',
    '06:00',
    '09:00',
    '12:00',
    '15:00',
    '18:00',
    '21:00',
    '00:00',
  ])
})

test('ticks of days with 23 and 25 hours, and of a zone offset by half an hour', () => {
  const short = timeTicks(at('2026-03-28T23:00:00Z'), at('2026-03-29T22:00:00Z'), 'Europe/Berlin', 8)
  expect(short.map(clock('Europe/Berlin'))).toEqual(
    ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '00:00'].slice(0, short.length),
  )
  const long = timeTicks(at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z'), 'Europe/Berlin', 12)
  expect(new Set(long.map(clock('Europe/Berlin'))).size).toBeGreaterThan(7)
  const half = timeTicks(at('2026-11-20T18:30:00Z'), at('2026-11-21T18:30:00Z'), 'Asia/Kolkata', 9)
  expect(half.map(clock('Asia/Kolkata'))).toContain('06:00')
})

test('ticks of days, including one whose midnight is skipped by the clock change', () => {
  const ticks = timeTicks(at('2026-04-20T22:00:00Z'), at('2026-04-27T21:00:00Z'), 'Africa/Cairo', 8)
  expect(ticks.map(clock('Africa/Cairo'))).toEqual([
    '00:00',
    '00:00',
    '00:00',
    '01:00',
    '00:00',
    '00:00',
    '00:00',
    '00:00',
  ])
  expect(timeTicks(at('2026-04-20T22:00:00Z'), at('2026-04-27T21:00:00Z'), 'Africa/Cairo', 4)).toEqual(
    ticks.filter((_, index) => index % 2 === 0),
  )
})

const power = (watts: number) =>
  watts < 1000 ? `${watts}\u00a0W` : `${(watts / 1000).toFixed(watts < 10_000 ? 2 : 1)}\u00a0kW`

test('a unit shared by all labels is shown once; superfluous decimals are dropped', () => {
  expect(axisTexts([0, 5000, 10_000, 15_000], power)).toEqual({ labels: ['0', '5', '10', '15'], unit: 'kW' })
  expect(axisTexts([0, 2500, 5000], power)).toEqual({ labels: ['0', '2.5', '5'], unit: 'kW' })
  expect(axisTexts([0, 500, 1000], power)).toEqual({ labels: ['0\u00a0W', '500\u00a0W', '1\u00a0kW'], unit: '' })
})

test('a thousands separator is not taken for a decimal point', () => {
  const irradiance = (value: number) => `${value.toLocaleString('en-US')}\u00a0W/m²`
  expect(axisTexts([0, 500, 1000], irradiance).labels).toEqual(['0', '500', '1,000'])
})
