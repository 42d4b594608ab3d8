import { anyCandidate } from './any-candidate.ts'
import { dailyLoss, effectOf } from './effect.ts'

const factor = (value: number) => ({ kind: 'reactivePower', value, points: null }) as const

const at = (powerW: number | null) => ({
  device: anyCandidate({ powerW, ratedPowerW: 60_000, apparentVA: null }),
  obstacles: [],
})

test('at 0.9 each kW comes with 0.4843 kvar; power beyond the apparent power is lost', () => {
  const effect = effectOf([at(40_000), at(60_000)], factor(-0.9))
  expect(effect).toMatchObject({ beforeW: 100_000, afterW: 94_000, lossW: 6000, limitW: 108_000, below: 0 })
  expect(effect.reactiveVar).toBeCloseTo(-0.4843 * 94_000, -2)
})

test('below a fifth of the rated power there is no reactive power; an unknown power is left out', () => {
  expect(effectOf([at(5000), at(null)], factor(0.8))).toMatchObject({
    beforeW: 5000,
    afterW: 5000,
    reactiveVar: 0,
    below: 1,
    unknown: 1,
  })
})

test('the apparent power of the device is the limit: 30 kW with 33 kVA feed in 29.7 kW at 0.9', () => {
  const device = anyCandidate({ powerW: 30_000, ratedPowerW: 30_000, apparentVA: 33_000 })
  const effect = effectOf([{ device, obstacles: [] }], factor(0.9))
  expect(effect.limitW).toBeCloseTo(29_700, 6)
  expect(effect.lossW).toBeCloseTo(300, 6)
  expect(effect.unrated).toBe(0)
  const unknown = { ...device, apparentVA: null }
  expect(effectOf([{ device: unknown, obstacles: [] }], factor(0.9))).toMatchObject({ limitW: 27_000, unrated: 1 })
})

test('the daily loss is the energy above the limit; it is unknown without a known day', () => {
  const chosen = [at(0)]
  const hoursAt = Array.from({ length: 50 }, (_, level) => (level === 39 ? 2 : 0))
  const season = { deviceId: chosen[0]?.device.deviceId ?? '', days: 9, hoursAt }
  // Two hours at 98.75 % of 60 kW, limited to 80 %.
  expect(dailyLoss(chosen, [season], factor(0.8))).toEqual({ lossKwh: 2 * 0.1875 * 60, days: 9, without: 0 })
  expect(dailyLoss(chosen, [], factor(0.8))).toBeNull()
})

test('previews a power limit and a fixed reactive power', () => {
  const device = anyCandidate({ powerW: 50_000, ratedPowerW: 60_000, apparentVA: 66_000 })
  const limited = effectOf([{ device, obstacles: [] }], { kind: 'powerLimit', value: 0.6, points: null })
  expect(limited).toMatchObject({ afterW: 36_000, lossW: 14_000, reactiveVar: 0, limitW: 36_000, below: 0 })
  const fixed = effectOf([{ device, obstacles: [] }], { kind: 'fixedReactive', value: -0.3, points: null })
  expect(fixed).toMatchObject({ reactiveVar: -19_800, limitW: 60_000, lossW: 0 })
})
