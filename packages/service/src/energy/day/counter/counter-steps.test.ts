import type { CounterPoint } from '../../../telemetry/queries/counter-points.ts'
import { counterSteps } from './counter-steps.ts'

const minute = 60_000
const day = { from: 0, to: 24 * 60 * minute }
const ratedW = 10_000
/** A reading every five minutes from six o'clock. */
const pointsOf = (kwh: readonly number[], from = 360) =>
  kwh.map((value, index): CounterPoint => [(from + index * 5) * minute, value])
/** The counter stays where it is afterwards: the next reading decides about the newest one. */
const kinds = (kwh: readonly number[], swaps: readonly number[] = []) =>
  counterSteps(pointsOf([...kwh, kwh.at(-1) ?? 0]), swaps, ratedW, day)
    .steps.map(({ kind }) => kind)
    .slice(0, -1)

test('a spike or dip between consistent neighbours is left out; the step joins its neighbours', () => {
  const { steps, leftOut } = counterSteps(pointsOf([4.33, 0, 4.34, 9000, 4.5]), [], ratedW, day)
  expect(steps.map(({ from, to, kind }) => [from / minute, to / minute, kind])).toEqual([
    [360, 370, 'ok'],
    [370, 380, 'ok'],
  ])
  expect(steps.map(({ kwh }) => Number(kwh.toFixed(9)))).toEqual([0.01, 0.16])
  expect(leftOut.map((at) => at / minute)).toEqual([365, 375])
})

test('two inconsistent points side by side are both kept', () => {
  expect(kinds([1, 1.9, 1.5, 2.4])).toEqual(['ok', 'reset', 'ok'])
})

test('the register step is derived from its values: one step of 10 or 4 kWh is ok, four at once an outlier', () => {
  const stands = (...kwh: number[]) => kwh.flatMap((value) => Array.from({ length: 6 }, () => value))
  const jumps = (kwh: readonly number[]) => {
    const found = kinds(kwh)
    return found.filter((kind, step) => kind !== 'ok' || kwh[step] !== kwh[step + 1])
  }
  expect(jumps(stands(1000, 1010, 1020, 1060, 1070))).toEqual(['ok', 'ok', 'outlier', 'ok'])
  expect(jumps(stands(1000, 1004, 1008, 1024))).toEqual(['ok', 'ok', 'outlier'])
  // A spike does not hide the step. Two values suffice only for a power of ten; no step exceeds half a day's energy.
  expect(new Set(kinds([...stands(1000), 5000.3, ...stands(1000, 1010, 1020)]))).toEqual(new Set(['ok']))
  expect(jumps(stands(1000, 1010))).toEqual(['ok'])
  expect(jumps(stands(1000, 1005))).toEqual(['outlier'])
  expect(jumps(stands(1000, 2000, 3000))).toEqual(['outlier', 'outlier'])
})

test('a counter that restarts at 0 is a reset; later steps are ok', () => {
  expect(kinds([800, 800.5, 0, 0.5])).toEqual(['ok', 'reset', 'ok'])
})

test("energy beyond the device's maximum is an outlier: 10 kW x 5.5 min x 1.2, and one step of the register", () => {
  expect(kinds([100.01, 101.12])).toEqual(['ok'])
  expect(kinds([100.01, 101.13])).toEqual(['outlier'])
  expect(kinds([100, 102])).toEqual(['ok'])
  expect(kinds([100, 103])).toEqual(['outlier'])
  expect(kinds([100.01, 1_000_100.02, 1_000_100.03])).toEqual(['outlier', 'ok'])
})

test('repeated steps of 2 kWh every 5 min at 10 kW are outliers, although each is within a register step', () => {
  expect(kinds([100, 102, 104, 106])).toEqual(['ok', 'outlier', 'outlier'])
  // 5 kW in whole kWh.
  expect(kinds([100, 100, 101, 101, 102, 102, 102, 103])).toEqual(Array(7).fill('ok'))
})

test('a counter that stood still for 15 min catches up, at most by the energy that the device can have made', () => {
  expect(kinds([100.01, 100.01, 100.01, 102.51])).toEqual(['ok', 'ok', 'ok'])
  expect(kinds([100.01, 100.01, 100.01, 103.21])).toEqual(['ok', 'ok', 'outlier'])
})

test('a step that a person accepted is ok', () => {
  const { steps } = counterSteps(pointsOf([100, 150, 150.5]), [], ratedW, day, [[364 * minute, 366 * minute]])
  expect(steps.map(({ kind }) => kind)).toEqual(['ok', 'ok'])
})

test('counters of a replaced and a new inverter are not compared', () => {
  const swap = 367 * minute
  expect(kinds([10, 10.5, 11, 11.5], [swap])).toEqual(['ok', 'reset', 'ok'])
  // The last reading of the old one and the first of the new one have one neighbour each: nothing contradicts them.
  expect(counterSteps(pointsOf([10, 10.5, 0, 0.5], 360), [swap], ratedW, day).leftOut).toEqual([])
})

test('returns steps that touch the day, also across its ends, and no others', () => {
  const points: CounterPoint[] = [
    [-20 * minute, 1],
    [-10 * minute, 2],
    [10 * minute, 3],
    [day.to - minute, 9],
    [day.to + minute, 9.1],
    [day.to + 10 * minute, 9.5],
  ]
  const { steps } = counterSteps(points, [], ratedW, day)
  expect(steps.map(({ from, to }) => [from / minute, to / minute])).toEqual([
    [-10, 10],
    [10, 1439],
    [1439, 1441],
  ])
})

test('an impossible newest reading is left out until the next one decides', () => {
  const { steps, leftOut } = counterSteps(pointsOf([100, 100.5, 90_000]), [], ratedW, day)
  expect(steps.map(({ kind, kwh }) => [kind, kwh])).toEqual([['ok', 0.5]])
  expect(leftOut).toEqual([370 * minute])
  expect(kinds([100, 100.5, 90_000])).toEqual(['ok', 'outlier'])
})
