import type { CounterPoint } from '../../telemetry/queries/counter-points.ts'
import { counterSteps } from './counter-steps.ts'

const minute = 60_000
const day = { from: 0, to: 24 * 60 * minute }
const ratedW = 10_000
/** A reading every five minutes from six o'clock. */
const pointsOf = (kwh: readonly number[], from = 360) =>
  kwh.map((value, index): CounterPoint => [(from + index * 5) * minute, value])
const kinds = (kwh: readonly number[], swaps: readonly number[] = []) =>
  counterSteps(pointsOf(kwh), swaps, ratedW, day).steps.map(({ kind }) => kind)

test('a spike or a dip that its neighbours contradict is left out, and the step goes from neighbour to neighbour', () => {
  const { steps, leftOut } = counterSteps(pointsOf([4.33, 0, 4.34, 9000, 4.5]), [], ratedW, day)
  expect(steps.map(({ from, to, kind }) => [from / minute, to / minute, kind])).toEqual([
    [360, 370, 'ok'],
    [370, 380, 'ok'],
  ])
  expect(steps.map(({ kwh }) => Number(kwh.toFixed(9)))).toEqual([0.01, 0.16])
  expect(leftOut.map((at) => at / minute)).toEqual([365, 375])
})

test('two odd points side by side are both kept: nobody can say which is wrong', () => {
  expect(kinds([1, 2.5, 2, 3])).toEqual(['ok', 'reset', 'ok'])
})

test('a counter that starts anew is a reset, and the rest goes on from there', () => {
  expect(kinds([800, 800.5, 0, 0.5])).toEqual(['ok', 'reset', 'ok'])
})

test('more than the device can have made is an outlier: 10 kW x 5 min x 1.2 and the 1 kWh of the register', () => {
  expect(kinds([100, 101.9999])).toEqual(['ok'])
  expect(kinds([100, 102.0001])).toEqual(['outlier'])
})

test('counters of two inverters are never held against each other', () => {
  const swap = 367 * minute
  expect(kinds([10, 10.5, 11, 11.5], [swap])).toEqual(['ok', 'reset', 'ok'])
  // The last reading of the old one and the first of the new one have one neighbour each: nothing contradicts them.
  expect(counterSteps(pointsOf([10, 10.5, 0, 0.5], 360), [swap], ratedW, day).leftOut).toEqual([])
})

test('steps that touch the day count, also across its ends; those beside it do not', () => {
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
