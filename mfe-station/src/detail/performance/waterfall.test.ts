import { coinDigits, energyDigits, type LossBar, roundedToSum, stepsOf } from './waterfall.ts'

const bar = (name: LossBar['name'], energyKwh: number | null): LossBar => ({
  name,
  energyKwh,
  hours: null,
  income: null,
  reason: null,
})

test('each loss starts where the one before ended, down to the final energy', () => {
  const steps = stepsOf([bar('reference', 100), bar('temperature', 10), bar('outage', 5), bar('final', 85)])
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [0.9, 1],
    [0.85, 0.9],
    [0, 0.85],
  ])
})

test('a gain rises; an unknown bar leaves a gap and does not move the others', () => {
  const steps = stepsOf([bar('reference', 100), bar('temperature', -25), bar('inverter', null), bar('final', 125)])
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    [0, 0.8],
    [0.8, 1],
    [null, null],
    [0, 1],
  ])
})

const names = ['reference', 'temperature', 'capture', 'limit', 'inverter', 'outage', 'final'] as const
/** Amounts of every size and sign, the same in each run. */
function amounts(seed: number): Record<(typeof names)[number], number> {
  let state = seed
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return (state / 2_147_483_647 - 0.3) * 10 ** ((state % 7) - 1)
  }
  const [temperature, capture, limit, inverter, outage, final] = [
    next(),
    next(),
    next(),
    next(),
    next(),
    next(),
  ] as const
  const reference = temperature + capture + limit + inverter + outage + final
  return { reference, temperature, capture, limit, inverter, outage, final }
}

test.each([0, 1, 2, 3])('rounded bars add up exactly at %d digits, in kWh and in money', (digits) => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const parts = amounts(seed)
    const bars = names.map((name) => ({ name, energyKwh: parts[name], hours: null, income: parts[name], reason: null }))
    for (const key of ['energyKwh', 'income'] as const) {
      const read = roundedToSum(bars, key, digits)
      const [first = 0, ...rest] = read.map((bar) => Math.round((bar[key] ?? 0) * 10 ** digits))
      expect(rest.reduce((sum, value) => sum + value, 0) - first).toBe(0)
      // No bar changes by more than the rounding errors of all of them.
      for (const bar of read)
        expect(Math.abs((bar[key] ?? 0) - parts[bar.name])).toBeLessThan(names.length / 10 ** digits)
    }
  }
})

test('an unknown bar stays unknown after rounding', () => {
  const bars = names.map((name) => ({
    name,
    energyKwh: name === 'final' ? 12.3456 : null,
    hours: null,
    income: null,
    reason: name === 'final' ? null : ('noSensor' as const),
  }))
  expect(roundedToSum(bars, 'energyKwh', 2).map(({ energyKwh }) => energyKwh)).toEqual([
    ...Array.from({ length: 6 }, () => null),
    12.35,
  ])
})

test('digits follow the size of the energy and the minor unit of the currency', () => {
  expect([0.5, 20, 5000].map(energyDigits)).toEqual([3, 2, 1])
  expect(['JPY', 'EUR'].map(coinDigits)).toEqual([0, 2])
})
