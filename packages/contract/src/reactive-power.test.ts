import { isSamePowerFactor } from './power-factor.ts'
import { previewPowerFactor } from './reactive-power.ts'

test('power factor 0.8 at 60 kW gives 45.0 kvar', () => {
  const preview = previewPowerFactor(0.8, 60_000, 60_000, 75_000)
  expect(preview.reactiveVar / 1000).toBeCloseTo(45, 6)
  expect(preview.lossW).toBe(0)
  expect(previewPowerFactor(-0.8, 60_000, 60_000, 75_000).reactiveVar / 1000).toBeCloseTo(-45, 6)
})

test('at full apparent power the active power is limited to rated power times the power factor', () => {
  const { afterW, reactiveVar, limitW, lossW } = previewPowerFactor(0.8, 100_000, 100_000)
  expect(limitW).toBe(80_000)
  expect([afterW, lossW]).toEqual([80_000, 20_000])
  expect(Math.hypot(afterW, reactiveVar)).toBeCloseTo(100_000, 6)
})

test('below 20 % of rated power there is no reactive power and no loss', () => {
  expect(previewPowerFactor(0.8, 19_999, 100_000)).toMatchObject({ reactiveVar: 0, lossW: 0, isBelowThreshold: true })
  expect(previewPowerFactor(0.8, 20_000, 100_000)).toMatchObject({ isBelowThreshold: false, thresholdW: 20_000 })
})

test('power factors -1 and +1 are the same setting', () => {
  expect(isSamePowerFactor(-1, 1)).toBe(true)
  expect(isSamePowerFactor(0.9, -0.9)).toBe(false)
  expect(previewPowerFactor(-1, 50_000, 60_000)).toEqual(previewPowerFactor(1, 50_000, 60_000))
})
