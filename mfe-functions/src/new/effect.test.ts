import { anyCandidate } from './any-candidate.ts'
import { effectOf } from './effect.ts'

const at = (powerW: number | null) => ({ device: anyCandidate({ powerW, ratedPowerW: 60_000 }), obstacles: [] })

test('at 0.9 each kilowatt comes with 0.4843 kvar; what is beyond the apparent power is lost', () => {
  const effect = effectOf([at(40_000), at(60_000)], -0.9)
  expect(effect).toMatchObject({ beforeW: 100_000, afterW: 94_000, lossW: 6000, limitW: 108_000, below: 0 })
  expect(effect.reactiveVar).toBeCloseTo(-0.4843 * 94_000, -2)
})

test('under a fifth of its rating an inverter leaves reactive power alone; an unknown power is left out', () => {
  expect(effectOf([at(5000), at(null)], 0.8)).toMatchObject({
    beforeW: 5000,
    afterW: 5000,
    reactiveVar: 0,
    below: 1,
    unknown: 1,
  })
})
