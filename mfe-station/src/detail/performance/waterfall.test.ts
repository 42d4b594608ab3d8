import { type LossBar, stepsOf } from './waterfall.ts'

const bar = (name: LossBar['name'], energyKwh: number | null): LossBar => ({
  name,
  energyKwh,
  hours: null,
  income: null,
  reason: null,
})

test('each loss hangs where the one before ended, down to what was delivered', () => {
  const steps = stepsOf([bar('reference', 100), bar('temperature', 10), bar('outage', 5), bar('final', 85)])
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [0.9, 1],
    [0.85, 0.9],
    [0, 0.85],
  ])
})

test('a gain rises, what is not known leaves a gap and does not move the others', () => {
  const steps = stepsOf([bar('reference', 100), bar('temperature', -25), bar('inverter', null), bar('final', 125)])
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    [0, 0.8],
    [0.8, 1],
    [null, null],
    [0, 1],
  ])
})
