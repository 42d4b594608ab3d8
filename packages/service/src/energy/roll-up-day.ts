import type { DayPoints, DayRollUp, TouchedDay } from './queries/roll-up.ts'
import { type CounterStep, counterSteps, whole } from './counter-steps.ts'
import { binMs } from '../figure/day-grid.ts'
import type { StepShares } from './energy.ts'

const quarterMs = 15 * 60_000
/** Without a counter a frame's power holds until the next one, but no longer. */
const longestHoldMs = 2 * binMs

/** One local day of a device from its frames and the counter points around it. */
export function rollUpDay(points: DayPoints, day: TouchedDay, shares: StepShares): DayRollUp {
  const { at, power_w: powerW, counter_kwh: counterKwh } = points
  const last = at.length - 1
  const instantOf = (index: number) => (at[index] === undefined ? null : day.from + at[index])
  return {
    device_no: day.deviceNo,
    date: day.date,
    samples: at.length,
    daylight_bins: daylightBins(at, day),
    first_ts: instantOf(0),
    first_power_w: powerW[0] ?? null,
    last_ts: instantOf(last),
    last_power_w: powerW[last] ?? null,
    quarter_w: quartersOf(at, powerW, day.to - day.from),
    ...(energyOf(points, day, shares) ?? {
      energy_kwh: counterKwh.some((kwh) => kwh !== null) ? null : energyOfPower(at, powerW),
      spliced_kwh: 0,
      resets: 0,
      outliers: 0,
    }),
  }
}

type Energy = Pick<DayRollUp, 'energy_kwh' | 'spliced_kwh' | 'resets' | 'outliers'>

/** From the counter's steps; a step across midnight counts with its share of the day. Undefined without any step. */
function energyOf(points: DayPoints, day: TouchedDay, shares: StepShares): Energy | undefined {
  const own = points.counter_kwh.flatMap((kwh, index): [number, number][] =>
    kwh === null ? [] : [[day.from + (points.at[index] ?? 0), kwh]],
  )
  const all = [...points.before.map(whole), ...own, ...points.after.map(whole)]
  const { steps, leftOut } = counterSteps(all, points.swaps.map(Math.round), day.ratedW, day)
  if (steps.length === 0) return undefined
  const [good, bad] = [steps.filter(({ kind }) => kind === 'ok'), steps.filter(({ kind }) => kind !== 'ok')]
  const isInside = ({ from, to }: CounterStep) => from >= day.from && to <= day.to
  const refused = bad.filter(({ to }) => to > day.from && to <= day.to)
  const inside = good.filter(isInside).reduce((sum, { kwh }) => sum + kwh, 0)
  const crossing = good
    .filter((step) => step.kwh > 0 && !isInside(step))
    .reduce((sum, step) => sum + shares.kwhOn(day.date, step), 0)
  return {
    energy_kwh: good.length > 0 ? inside + crossing : null,
    spliced_kwh: refused.reduce((sum, { kwh }) => sum - kwh, 0),
    resets: refused.filter(({ kind }) => kind === 'reset').length,
    outliers: refused.filter(({ kind }) => kind === 'outlier').length + leftOut.length,
  }
}

/** kWh of the mean power; null without a frame. */
function energyOfPower(at: readonly number[], powerW: readonly (number | null)[]): number | null {
  if (at.length === 0) return null
  let wattHours = 0
  for (const [index, from] of at.entries()) {
    const holdMs = Math.min((at[index + 1] ?? from + binMs) - from, longestHoldMs)
    wattHours += (Math.max(powerW[index] ?? 0, 0) * holdMs) / 3_600_000
  }
  return wattHours / 1000
}

function daylightBins(at: readonly number[], { from, sunrise, sunset }: TouchedDay): number {
  if (sunrise === null || sunset === null) return 0
  const bins = new Set<number>()
  for (const ms of at) if (from + ms >= sunrise && from + ms < sunset) bins.add(Math.floor(ms / binMs))
  return bins.size
}

function quartersOf(at: readonly number[], powerW: readonly (number | null)[], lengthMs: number): (number | null)[] {
  const count = Math.ceil(lengthMs / quarterMs)
  const [sums, frames] = [new Float64Array(count), new Uint32Array(count)]
  for (const [index, ms] of at.entries()) {
    const watts = powerW[index]
    if (watts === null || watts === undefined) continue
    const quarter = Math.floor(ms / quarterMs)
    sums[quarter] = (sums[quarter] ?? 0) + watts
    frames[quarter] = (frames[quarter] ?? 0) + 1
  }
  return Array.from(sums, (sum, quarter) => {
    const own = frames[quarter] ?? 0
    return own > 0 ? sum / own : null
  })
}
