import type { LocalDay } from '@helioport/time/node'
import type { CounterPoint, DayContext } from '../../telemetry/queries/counter-points.ts'
import type { DaySample } from '../../telemetry/queries/sample.ts'
import { binMs, binOf, framesOfDay } from '../../figure/day-grid.ts'
import { longestStepMs, StreamIntervals } from '../../figure/interval.ts'
import { type Place, sunWeight } from '../../figure/sun.ts'
import { type CounterStep, counterSteps } from './counter-steps.ts'
import { type DeviceCurve, deviceCurve } from './device-curve.ts'
import { untoldStretches } from './untold-steps.ts'

/** A step of one device; a single point that was left out is an outlier from its instant to its instant. */
export interface DayStep extends Omit<CounterStep, 'kwh'> {
  device_no: number
  /** What was made, by the counter, or by the frames' power where the counter does not say; null: not known. */
  kwh: number | null
  /** It goes over a gap between frames: it says how much was made, not when. */
  isLong: boolean
}

interface StepsOfDay {
  steps: readonly CounterStep[]
  leftOut: readonly number[]
}

export interface SteppingDevice {
  no: number
  ratedW: number
  intervals: StreamIntervals
  telling: readonly Pick<DaySample, 'at' | 'power_w' | 'is_end'>[]
  place: Place
}

/** Steps of the devices that send a counter, from the frames that tell their day and what lies around it. */
export function daySteps(
  devices: readonly { no: number; rated_power_w: number }[],
  telling: readonly DaySample[],
  contexts: readonly DayContext[],
  day: LocalDay,
  place: Place,
): DayStep[] {
  const tellingOf = Map.groupBy(telling, (sample) => sample.device_no)
  const ratedOf = new Map(devices.map((device) => [device.no, device.rated_power_w]))
  return contexts.flatMap(({ device_no, former, before, after, swaps, accepted }) => {
    const read = tellingOf.get(device_no) ?? []
    const { samples: own } = framesOfDay(day, read)
    const ratedW = ratedOf.get(device_no) ?? 0
    const readings = own.flatMap(({ at, energy_total_kwh }): CounterPoint[] =>
      energy_total_kwh === null ? [] : [[Math.round(at), energy_total_kwh]],
    )
    const found = counterSteps(
      [...before.map(whole), ...readings, ...after.map(whole)],
      swaps.map(Math.round),
      ratedW,
      day,
      accepted.map(([from, to]) => [Math.round(from), Math.round(to)]),
    )
    return toldSteps(found, day, { no: device_no, ratedW, intervals: intervalsOf(former, own), telling: read, place })
  })
}

/**
 * The steps with what was made in each. Where the counter began anew, or jumped, it does not say: there the power of
 * the frames on both ends does, unless frames are missing in between; of a step over midnight the day's own part.
 * So it is where the counter stood beside the truth for some frames (see untoldStretches).
 */
export function toldSteps({ steps, leftOut }: StepsOfDay, day: LocalDay, device: SteppingDevice): DayStep[] {
  const { no, intervals } = device
  const left = leftOut.map((at) => ({ from: at, to: at, kwh: null, kind: 'outlier' as const, isLong: false }))
  const isDoubtful = steps.some(({ kind }) => kind !== 'ok')
  const own = isDoubtful ? doubtedSteps(steps, day, device) : steps.map((step) => ({ ...step, isLong: isLong(step) }))
  return [...own, ...left].map((step) => ({ device_no: no, ...step }))

  function isLong(step: CounterStep): boolean {
    return isLongStep(step, intervals)
  }
}

/** Steps of which some are refused: what these, and those beside them of which the counter told nothing true, made. */
function doubtedSteps(
  steps: readonly CounterStep[],
  day: LocalDay,
  { ratedW, intervals, telling, place }: SteppingDevice,
): Omit<DayStep, 'device_no'>[] {
  const curve = deviceCurve(day, telling, ratedW, place, intervals.usualMs)
  const parts = steps.map(({ from, to }) => ({ from: Math.max(from, day.from), to: Math.min(to, day.to) }))
  const longs = steps.map((step) => isLongStep(step, intervals))
  const powers = parts.map((part, nth) => (longs[nth] ? null : powerEnergyOf(day, part, curve)))
  const told = steps.map((step, nth): Omit<DayStep, 'device_no'> => {
    const isLong = longs[nth] ?? false
    return step.kind === 'ok' ? { ...step, isLong } : { ...step, ...parts[nth], isLong, kwh: powers[nth] ?? null }
  })
  for (const { first, last, kind, kwh } of untoldStretches(steps, powers, ratedW, day)) {
    const weights = sharesOf(parts.slice(first, last + 1), powers.slice(first, last + 1), place)
    for (const [nth, weight] of weights.entries()) {
      const step = told[first + nth]
      if (!step) continue
      const own = step.kind === 'ok' ? kind : step.kind
      told[first + nth] = { ...step, ...parts[first + nth], kind: own, kwh: kwh * weight }
    }
  }
  return told
}

/** Of each stretch its share of all: by power, where that is not known by a clear sky, at night by time. */
function sharesOf(
  parts: readonly { from: number; to: number }[],
  powers: readonly (number | null)[],
  place: Place,
): number[] {
  const known = powers.filter((power) => power !== null)
  const suns = () => parts.map(({ from, to }) => sunWeight(from, to, place))
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const candidates = [
    () => (known.length === parts.length ? known : []),
    suns,
    () => parts.map(({ from, to }) => to - from),
  ]
  for (const weightsOf of candidates) {
    const weights = weightsOf()
    const whole = sumOf(weights)
    if (whole > 0) return weights.map((weight) => weight / whole)
  }
  return parts.map(() => 0)
}

/** What the frames' power says of a stretch of the day, kWh; null: it does not say it of all of it. */
export function powerEnergyOf(
  day: LocalDay,
  { from, to }: { from: number; to: number },
  { bridgedW, asleep }: DeviceCurve,
): number | null {
  let kwh = 0
  for (let bin = binOf(day, from); bin <= binOf(day, to - 1); bin += 1) {
    const power = bridgedW[bin] ?? (asleep[bin] ? 0 : null)
    if (power === null) return null
    const start = day.from + bin * binMs
    kwh += (Math.max(0, power) * (Math.min(to, start + binMs) - Math.max(from, start))) / 3_600_000_000
  }
  return kwh
}

/** The step goes over a gap between frames. */
export function isLongStep({ from, to }: { from: number; to: number }, intervals: StreamIntervals): boolean {
  return to - from > longestStepMs(intervals.at(from))
}

/** In which intervals the frames of a device came on a day; `former`: instants of those before it. */
export function intervalsOf(former: readonly number[], samples: readonly { at: number }[]): StreamIntervals {
  return new StreamIntervals(
    former.map(Math.round),
    samples.map(({ at }) => Math.round(at)),
  )
}

/** PostgreSQL tells instants in seconds with a fraction; those of samples are whole milliseconds. */
export const whole = ([at, kwh]: CounterPoint): CounterPoint => [Math.round(at), kwh]
