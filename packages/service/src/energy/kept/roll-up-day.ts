import type { DayPoints, DayRollUp, TouchedDay } from '../queries/roll-up.ts'
import type { DayStep, SteppingDevice } from '../day/day-step.ts'
import { type FoundSteps, framesIn, type RolledFrame, stepsOf } from '../day/day-points.ts'
import { intervalsOf, toldSteps } from '../day/day-steps.ts'
import { mayHoldEvening } from '../day/counter/overnight.ts'
import { spreadSteps } from '../day/device-bins.ts'
import { quarterMs } from '../day/day-energy.ts'
import { binMs, binOf, type Curve, framesOfDay, heldCurve, quartersOf, sumsOfQuarters } from '../../figure/day-grid.ts'
import type { StreamIntervals } from '../../figure/interval.ts'
import { energyOfCurve, kwhOf } from '../day/bin-energy.ts'
import { deviceCurve } from '../day/device-curve.ts'
import { hasStood, settleSteps } from '../day/settle-steps.ts'
import type { StepShares } from '../day/step-shares.ts'
import type { CounterSums } from '../queries/settled-day.ts'
import { type ComputedDay, inputsOf, settledOf } from './settled-day.ts'

/**
 * Rolls up one local day of a device from its frames and the counter points around it; if the day is settled up to an
 * instant, from the frames since then. Null: these frames show that the settled part is not valid, so all frames are
 * needed; or, for a whole day, that the evening before is needed.
 */
export function rollUpDay(points: DayPoints, day: TouchedDay, shares: StepShares): DayRollUp | null {
  const settled = day.settled ?? null
  const inputs = inputsOf(points, day, shares.place)
  const isOpenEnded = points.is_end !== null || points.after.length > 0
  if (settled && (isOpenEnded || settled.inputs !== inputs)) return null
  const { samples, telling } = framesOfDay(day, framesIn(points, day))
  const [first, last] = [samples.at(0), samples.at(-1)]
  const intervals = intervalsOf(points.former, samples)
  const { evening = null } = day
  const device = { no: day.deviceNo, ratedW: day.ratedW, intervals, telling, place: shares.place, evening }
  const found = stepsOf(points, samples, day)
  if (!settled && day.evening === undefined && mayHoldEvening(found.steps, day, telling)) return null
  const counted = energyOf(found, samples, day, device, shares)
  if (settled && counted === undefined) return null
  const isCounting = samples.some(({ counter_kwh }) => counter_kwh !== null)
  const measured =
    counted || isCounting ? null : heldCurve(day, telling, (sample) => sample.power_w, intervals.usualMs, true)
  const light = lightBins(telling, intervals, day)
  const isNew = (bin: number) => bin >= (settled?.quarter_w.length ?? 0) * binsPerQuarter
  const daylightBinsBefore = (end: number) =>
    (settled?.daylight_bins ?? 0) + light.filter((bin) => isNew(bin) && bin < end).length
  const quarterW = quartersOf(heldCurve(day, telling, (sample) => sample.power_w, intervals.usualMs))
  const rollUp = {
    device_no: day.deviceNo,
    date: day.date,
    samples: samples.filter(({ at }) => at >= (settled?.step ?? 0)).length + (settled?.samples ?? 0),
    daylight_bins: daylightBinsBefore(Infinity),
    first_ts: first?.at ?? null,
    first_power_w: first?.power_w ?? null,
    last_ts: last?.at ?? null,
    last_power_w: last?.power_w ?? null,
    quarter_w: after(settled?.quarter_w, quarterW),
    interval_s: intervals.lastMs / 1000,
    ...(counted?.energy ?? {
      energy_kwh: measured?.some((power) => power !== null) && saysPower(samples, day) ? energyOfCurve(measured) : null,
      quarter_kwh: measured ? sumsOfQuarters(measured.map((power) => (power === null ? null : kwhOf(power)))) : [],
      spliced_kwh: 0,
      resets: 0,
      outliers: 0,
      counter_before: null,
    }),
  }
  // An instance of an older version changed settled frames.
  if (settled && rollUp.samples !== day.samples) return null
  const canSettle = counted?.isFine === true && !isOpenEnded
  const computed = counted && { frames: samples, figures: rollUp, daylightBinsBefore, ...counted }
  return { ...rollUp, settled: canSettle && computed ? settledOf(day, inputs, settled, computed) : null }
}

/**
 * Whether power gives the day's energy: not if it is missing in most frames because it is kept aside, and otherwise
 * zero.
 */
function saysPower(samples: readonly RolledFrame[], { sunrise, sunset }: TouchedDay): boolean {
  if (sunrise === null || sunset === null || samples.some(({ power_w: power }) => power !== null && power !== 0))
    return true
  const light = samples.filter(({ at }) => at >= sunrise && at < sunset)
  return light.filter(({ power_w: power }) => power === null).length <= light.length / 2
}

const binsPerQuarter = quarterMs / binMs

/** The quarters, with `known` in place of the first ones. */
const after = (known: Curve = [], quarters: Curve): Curve => [...known, ...quarters.slice(known.length)]

type Energy = Pick<DayRollUp, 'energy_kwh' | 'quarter_kwh' | 'spliced_kwh' | 'resets' | 'outliers' | 'counter_before'>

interface Counted extends Pick<ComputedDay, 'steps' | 'open' | 'hasStood' | 'sumsUpTo'> {
  energy: Energy
  isFine: boolean
}

/**
 * Energy from the counter's steps; a step across midnight counts with its share of the day. If the counter restarted,
 * power gives the energy of the step, and the lifetime continues with it. Undefined without any step, and for a settled
 * day also if a step is refused.
 */
function energyOf(
  found: FoundSteps,
  samples: readonly RolledFrame[],
  day: TouchedDay,
  device: SteppingDevice,
  shares: StepShares,
): Counted | undefined {
  const settled = day.settled ?? null
  const { all, steps, leftOut, isFine } = found
  const isNewestOut = all.length > 1 && leftOut.includes(all.at(-1)?.[0] ?? Number.NaN)
  const counterBefore = isNewestOut ? (all.at(-2) ?? null) : null
  const refused = steps.filter(({ kind, to }) => kind !== 'ok' && to > day.from && to <= day.to)
  if (settled ? refused.length + leftOut.length > 0 : steps.length === 0 && !isNewestOut) return undefined
  const told = toldSteps(found, day, device)
  // Steps whose energy is not the difference of the counter values.
  const unbelieved = steps.filter(({ to }, nth) => told[nth]?.kind !== 'ok' && to > day.from && to <= day.to)
  const known = told.filter((step): step is DayStep & { kwh: number } => step.kwh !== null)
  const sumsUpTo = (instant: number) => sumsOf(known, instant, day, shares)
  const stood = (some: readonly DayStep[]) => hasStood(some, samples)
  if (settled && !settled.has_stood && stood(told)) return undefined
  const curve = () => deviceCurve(day, device.telling, day.ratedW, shares.place, device.intervals.usualMs)
  const shared = settled?.has_stood || stood(told) ? settleSteps(day, told, curve()) : { steps: told, open: [] }
  const spread = spreadSteps(shared.steps, { day, place: shares.place, shares })
  const quarters = sumsOfQuarters(Array.from(spread.kwh, (kwh, bin) => (spread.coveredMs[bin] === 0 ? null : kwh)))
  const { inside, crossing } = sumsUpTo(Infinity)
  const energy = {
    energy_kwh: known.length > 0 || settled ? inside + crossing : null,
    quarter_kwh: after(settled?.quarter_kwh, quarters),
    spliced_kwh: settled?.spliced_kwh ?? sumOf(known.filter(({ kind }) => kind !== 'ok')) - sumOf(unbelieved),
    resets: settled?.resets ?? refused.filter(({ kind }) => kind === 'reset').length,
    outliers: settled?.outliers ?? refused.filter(({ kind }) => kind === 'outlier').length + leftOut.length,
    counter_before: counterBefore,
  }
  return { energy, isFine, steps: told, open: shared.open, hasStood: stood, sumsUpTo }
}

/** Energy of the day, kWh, by the steps up to an instant. */
function sumsOf(
  known: readonly (DayStep & { kwh: number })[],
  instant: number,
  day: TouchedDay,
  shares: StepShares,
): CounterSums {
  let { inside, crossing } = day.settled?.sums ?? { inside: 0, crossing: 0 }
  for (const step of known) {
    if (step.to > instant) continue
    if (step.from >= day.from && step.to <= day.to) inside += step.kwh
    else if (step.kwh > 0) crossing += shares.kwhOn(day.date, step)
  }
  return { inside, crossing }
}

const sumOf = (steps: readonly { kwh: number }[]) => steps.reduce((sum, { kwh }) => sum + kwh, 0)

/** Bins between sunrise and sunset that contain a frame or are covered by one. */
function lightBins(telling: readonly RolledFrame[], { usualMs }: StreamIntervals, day: TouchedDay): number[] {
  const { sunrise, sunset } = day
  if (sunrise === null || sunset === null) return []
  const isLight = (bin: number) => {
    const from = day.from + bin * binMs
    return from >= sunrise && from + binMs <= sunset
  }
  const own = new Set(framesOfDay(day, telling).samples.map(({ at }) => binOf(day, at)))
  heldCurve(day, telling, () => 1, usualMs).forEach((held, bin) => {
    if (held !== null) own.add(bin)
  })
  return [...own].filter(isLight)
}
