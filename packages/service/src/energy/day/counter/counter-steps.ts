import type { CounterPoint } from '../../../telemetry/queries/counter-points.ts'
import { coarseRegister, staysFine } from './coarse-register.ts'

/** Difference of two neighbouring points of a lifetime counter; epoch ms, kWh. */
export interface CounterStep {
  from: number
  to: number
  kwh: number
  kind: 'ok' | 'reset' | 'outlier'
  /** Step of the counter's register, if it is coarser than 1 kWh. */
  registerKwh?: number
  /** Within the step another inverter replaced the device's. */
  isSwap?: boolean
  /** The step spans a single point that was left out. */
  isOver?: boolean
}

/** Registers are read some seconds before or after the instant of their frame. */
const jitterMs = 30_000
/** Number of points on either side that a step is compared with. */
const reach = 4
/** Some inverters update their counter only this often, although they send more often. */
export const standsAtMostMs = 15 * 60_000

/** Maximum energy of a device between two instants, kWh: rated power x time x 1.2. */
export const possibleKwh = (ratedW: number, from: number, to: number) =>
  (ratedW * 1.2 * (to - from + jitterMs)) / 3_600_000_000

/**
 * Whether a counter can have moved from one point to a later one: it did not fall, and rose no more than the device can
 * produce.
 */
export const isRiseOf = (before: CounterPoint, after: CounterPoint, ratedW: number): boolean =>
  after[1] >= before[1] &&
  after[1] - before[1] <= possibleKwh(ratedW, before[0], after[0]) + resolutionOf([before, after])

/**
 * Step of a register that is not coarse, kWh: 1, 0.1 or 0.01, found from the values around; finer steps count as 0.01.
 */
function resolutionOf(points: readonly CounterPoint[]): number {
  const isMultiple = (kwh: number, step: number) => Math.abs(kwh / step - Math.round(kwh / step)) < 1e-6
  return [1, 0.1].find((step) => points.every(([, kwh]) => isMultiple(kwh, step))) ?? 0.01
}

/**
 * Whether a device can have counted from point `former` to point `index`. It is also checked from each of the points
 * before, so that many steps at the limit of the register's resolution do not add up. A counter that stood still may
 * catch up.
 */
function isPossible(
  points: readonly CounterPoint[],
  former: number,
  index: number,
  ratedW: number,
  resolution: number,
): boolean {
  const [to, kwhTo] = points[index] ?? [0, 0]
  const [from, kwhFrom] = points[former] ?? [0, 0]
  let stoodSince = from
  for (let before = former - 1; before > former - reach; before -= 1) {
    const [at, kwh] = points[before] ?? [0, Number.NaN]
    if (kwh !== kwhFrom || to - at > standsAtMostMs) break
    stoodSince = at
  }
  if (kwhTo - kwhFrom > possibleKwh(ratedW, stoodSince, to) + resolution) return false
  for (let before = former - 1; before > former - reach; before -= 1) {
    const [at, kwh] = points[before] ?? [0, Number.NaN]
    if (at >= stoodSince) continue
    const isRising = kwh <= kwhFrom && kwhFrom - kwh <= possibleKwh(ratedW, at, from) + resolution
    if (!isRising) break
    if (kwhTo - kwh > possibleKwh(ratedW, at, to) + resolution) return false
  }
  return true
}

/**
 * The rule of energy from lifetime counters.
 *
 * A step is the difference of two neighbouring points. It is refused if it is negative (`reset`) or more than the
 * device can have produced (`outlier`), unless a person has accepted it. A single point is left out if its two
 * neighbours contradict it and agree with each other (a spike or a dip such as 4.33, 0, 4.34); the step then goes from
 * neighbour to neighbour. The newest point is left out, too, if it is more than the device can have produced: the next
 * point shows whether the counter stays there. If one inverter replaced another, the step between them is a `reset`:
 * their counters are unrelated.
 *
 * The rule uses at most four points on either side of a step, and the day's points for the step of the register. So a
 * day's energy depends on its own points and some before and after it (`contextPoints`), and not on their order of
 * arrival.
 *
 * Returns the steps that touch [day.from, day.to], the instants inside the day that were left out, and whether it is
 * certain that the register is not coarse.
 */
export function counterSteps(
  points: readonly CounterPoint[],
  swaps: readonly number[],
  ratedW: number,
  day: { from: number; to: number },
  accepted: readonly [from: number, to: number][] = [],
  /** Earlier points of the day have shown that its register is not coarse. */
  isFine = false,
): { steps: CounterStep[]; leftOut: number[]; isFine: boolean } {
  const inverters = points.map(([at]) => swaps.filter((swap) => swap <= at).length)
  /** The point next to `index`, if it belongs to the same inverter. */
  const beside = (index: number, by: 1 | -1) =>
    inverters[index + by] === inverters[index] ? points[index + by] : undefined
  const odd = points.map(([, kwh], index) => {
    const [before, after] = [beside(index, -1), beside(index, 1)]
    if (before === undefined || after === undefined || (kwh >= before[1] && kwh <= after[1])) return false
    return isRiseOf(before, after, ratedW)
  })
  const plain = points.filter((_, index) => !odd[index]).map(([, kwh]) => kwh)
  const coarse = isFine ? undefined : coarseRegister(plain, ratedW)
  const registerAt = (former: number, index: number) =>
    coarse ?? resolutionOf(points.slice(Math.max(0, former - reach + 1), index + reach))
  const isOddBeside = (index: number, by: 1 | -1) => beside(index, by) !== undefined && odd[index + by] === true
  const steps: CounterStep[] = []
  const leftOut: number[] = []
  let former: number | undefined
  let isOver = false
  for (const [index, [to, kwhTo]] of points.entries()) {
    if (odd[index] && !isOddBeside(index, -1) && !isOddBeside(index, 1)) {
      if (to >= day.from && to < day.to) leftOut.push(to)
      isOver = true
      continue
    }
    const [from, kwhFrom] = points[former ?? -1] ?? [to, kwhTo]
    const swapped = former !== undefined && inverters[former] !== inverters[index]
    if (former !== undefined && to > day.from && from < day.to) {
      const kwh = kwhTo - kwhFrom
      const isTrue = accepted.some(([since, until]) => since <= to && to <= until)
      const isFit = isTrue || isPossible(points, former, index, ratedW, registerAt(former, index))
      const kind = kwh < 0 || swapped ? 'reset' : isFit ? 'ok' : 'outlier'
      if (kind === 'outlier' && index === points.length - 1) {
        if (to >= day.from && to < day.to) leftOut.push(to)
        continue
      }
      steps.push({
        from,
        to,
        kwh,
        kind,
        ...(swapped && { isSwap: true }),
        ...(isOver && kind === 'ok' && { isOver }),
        ...(coarse !== undefined && { registerKwh: coarse }),
      })
    }
    former = index
    isOver = false
  }
  // The newest point may still turn out to be a spike.
  return { steps, leftOut, isFine: isFine || staysFine(plain.slice(0, -1)) }
}
