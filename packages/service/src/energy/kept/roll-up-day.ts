import type { DayPoints, DayRollUp, TouchedDay } from '../queries/roll-up.ts'
import { counterSteps } from '../day/counter-steps.ts'
import { type DayStep, intervalsOf, toldSteps, whole } from '../day/day-steps.ts'
import { spreadSteps } from '../day/device-bins.ts'
import { binMs, binOf, framesOfDay, heldCurve, quartersOf, sumsOfQuarters } from '../../figure/day-grid.ts'
import type { StreamIntervals } from '../../figure/interval.ts'
import { energyOfCurve, kwhOf } from '../day/bin-energy.ts'
import { deviceCurve } from '../day/device-curve.ts'
import { hasStood, settleSteps } from '../day/settle-steps.ts'
import type { StepShares } from '../day/step-shares.ts'

/** One local day of a device from its frames and the counter points around it. */
export function rollUpDay(points: DayPoints, day: TouchedDay, shares: StepShares): DayRollUp {
  const read = points.at.map((ms, index) => ({
    at: day.from + ms,
    power_w: points.power_w[index] ?? null,
    counter_kwh: points.counter_kwh[index] ?? null,
    is_end: points.is_end?.[index] ?? false,
  }))
  const { samples, telling } = framesOfDay(day, read)
  const [first, last] = [samples.at(0), samples.at(-1)]
  const intervals = intervalsOf(points.former, samples)
  const counted = energyOf(points, telling, day, intervals, shares)
  const isCounting = samples.some(({ counter_kwh }) => counter_kwh !== null)
  const measured =
    counted || isCounting ? null : heldCurve(day, telling, (sample) => sample.power_w, intervals.usualMs, true)
  return {
    device_no: day.deviceNo,
    date: day.date,
    samples: samples.length,
    daylight_bins: daylightBins(telling, intervals, day),
    first_ts: first?.at ?? null,
    first_power_w: first?.power_w ?? null,
    last_ts: last?.at ?? null,
    last_power_w: last?.power_w ?? null,
    quarter_w: quartersOf(heldCurve(day, telling, (sample) => sample.power_w, intervals.usualMs)),
    interval_s: intervals.lastMs / 1000,
    ...(counted ?? {
      energy_kwh: measured?.some((power) => power !== null) ? energyOfCurve(measured) : null,
      quarter_kwh: measured ? sumsOfQuarters(measured.map((power) => (power === null ? null : kwhOf(power)))) : [],
      spliced_kwh: 0,
      resets: 0,
      outliers: 0,
      counter_before: null,
    }),
  }
}

type Energy = Pick<DayRollUp, 'energy_kwh' | 'quarter_kwh' | 'spliced_kwh' | 'resets' | 'outliers' | 'counter_before'>

/**
 * From the counter's steps; a step across midnight counts with its share of the day. Where the counter began anew, what
 * power says of the step counts, and the lifetime goes on with it. Undefined without any step.
 */
function energyOf(
  points: DayPoints,
  telling: readonly RolledFrame[],
  day: TouchedDay,
  intervals: StreamIntervals,
  shares: StepShares,
): Energy | undefined {
  const { samples } = framesOfDay(day, telling)
  const own = samples.flatMap(({ at, counter_kwh: kwh }): [number, number][] => (kwh === null ? [] : [[at, kwh]]))
  const all = [...points.before.map(whole), ...own, ...points.after.map(whole)]
  const { steps, leftOut } = counterSteps(
    all,
    points.swaps.map(Math.round),
    day.ratedW,
    day,
    points.accepted.map(([from, to]) => [Math.round(from), Math.round(to)]),
  )
  const isNewestOut = all.length > 1 && leftOut.includes(all.at(-1)?.[0] ?? Number.NaN)
  const counterBefore = isNewestOut ? (all.at(-2) ?? null) : null
  if (steps.length === 0 && !isNewestOut) return undefined
  const device = { no: day.deviceNo, ratedW: day.ratedW, intervals, telling, place: shares.place }
  const told = toldSteps({ steps, leftOut }, day, device)
  const known = told.filter((step): step is DayStep & { kwh: number } => step.kwh !== null)
  const isInside = ({ from, to }: DayStep) => from >= day.from && to <= day.to
  const inside = sumOf(known.filter(isInside))
  const crossing = known
    .filter((step) => step.kwh > 0 && !isInside(step))
    .reduce((sum, step) => sum + shares.kwhOn(day.date, step), 0)
  const refused = steps.filter(({ kind, to }) => kind !== 'ok' && to > day.from && to <= day.to)
  const settled = hasStood(told, samples)
    ? settleSteps(day, told, deviceCurve(day, telling, day.ratedW, shares.place, intervals.usualMs)).steps
    : told
  const spread = spreadSteps(settled, { day, place: shares.place, shares })
  return {
    energy_kwh: known.length > 0 ? inside + crossing : null,
    quarter_kwh: sumsOfQuarters(Array.from(spread.kwh, (kwh, bin) => (spread.coveredMs[bin] === 0 ? null : kwh))),
    spliced_kwh: sumOf(known.filter(({ kind }) => kind !== 'ok')) - sumOf(refused),
    resets: refused.filter(({ kind }) => kind === 'reset').length,
    outliers: refused.filter(({ kind }) => kind === 'outlier').length + leftOut.length,
    counter_before: counterBefore,
  }
}

const sumOf = (steps: readonly { kwh: number }[]) => steps.reduce((sum, { kwh }) => sum + kwh, 0)

interface RolledFrame {
  at: number
  is_end: boolean
  power_w: number | null
  counter_kwh: number | null
}

function daylightBins(telling: readonly RolledFrame[], { usualMs }: StreamIntervals, day: TouchedDay): number {
  const { sunrise, sunset } = day
  if (sunrise === null || sunset === null) return 0
  const isLight = (bin: number) => {
    const from = day.from + bin * binMs
    return from >= sunrise && from + binMs <= sunset
  }
  const own = new Set(framesOfDay(day, telling).samples.map(({ at }) => binOf(day, at)))
  heldCurve(day, telling, () => 1, usualMs).forEach((held, bin) => {
    if (held !== null) own.add(bin)
  })
  return [...own].filter(isLight).length
}
