import type { LocalDay } from '@helioport/time/node'
import type { CounterPoint, DayContext } from '../../telemetry/queries/counter-points.ts'
import type { DaySample } from '../../telemetry/queries/sample.ts'
import { framesOfDay } from '../../figure/day-grid.ts'
import { StreamIntervals } from '../../figure/interval.ts'
import type { Place } from '../../figure/sun.ts'
import { type CounterStep, counterSteps } from './counter/counter-steps.ts'
import { type DayStep, isLongStep, type SteppingDevice } from './day-step.ts'
import { doubtedSteps, isDoubtful } from './doubted-steps.ts'
import type { Evening } from '../queries/roll-up.ts'
import { mayHoldEvening } from './counter/overnight.ts'

interface StepsOfDay {
  steps: readonly CounterStep[]
  leftOut: readonly number[]
}

interface CountingDevice {
  no: number
  rated_power_w: number
}

/** Steps of the devices that send a counter, from the frames that tell their day and the counter points around it. */
export function daySteps(
  devices: readonly CountingDevice[],
  telling: readonly DaySample[],
  contexts: readonly DayContext[],
  day: LocalDay,
  place: Place,
  evenings: ReadonlyMap<number, Evening>,
): DayStep[] {
  const tellingOf = Map.groupBy(telling, (sample) => sample.device_no)
  const ratedOf = new Map(devices.map((device) => [device.no, device.rated_power_w]))
  return contexts.flatMap((context) => {
    const { device_no: no } = context
    const read = tellingOf.get(no) ?? []
    const ratedW = ratedOf.get(no) ?? 0
    const intervals = intervalsOf(context.former, framesOfDay(day, read).samples)
    const found = foundSteps(context, read, day, ratedW)
    return toldSteps(found, day, { no, ratedW, intervals, telling: read, place, evening: evenings.get(no) ?? null })
  })
}

/** The devices whose counters may contain, in their first rise of the day, energy of the evening before. */
export function tellingEvening<T extends CountingDevice>(
  devices: readonly T[],
  telling: readonly DaySample[],
  contexts: readonly DayContext[],
  day: LocalDay,
): T[] {
  const tellingOf = Map.groupBy(telling, (sample) => sample.device_no)
  const contextOf = new Map(contexts.map((context) => [context.device_no, context]))
  return devices.filter(({ no, rated_power_w }) => {
    const context = contextOf.get(no)
    const read = tellingOf.get(no) ?? []
    return context && mayHoldEvening(foundSteps(context, read, day, rated_power_w).steps, day, read)
  })
}

function foundSteps(context: DayContext, read: readonly DaySample[], day: LocalDay, ratedW: number): StepsOfDay {
  const { before, after, swaps, accepted } = context
  const readings = framesOfDay(day, read).samples.flatMap(({ at, energy_total_kwh }): CounterPoint[] =>
    energy_total_kwh === null ? [] : [[Math.round(at), energy_total_kwh]],
  )
  return counterSteps(
    [...before.map(whole), ...readings, ...after.map(whole)],
    swaps.map(Math.round),
    ratedW,
    day,
    accepted.map(([from, to]) => [Math.round(from), Math.round(to)]),
  )
}

/**
 * The steps with the energy of each. If the counter restarted or jumped, the power of the frames at both ends gives the
 * energy, unless frames are missing in between; for a step over midnight, only the day's own part. The same applies if
 * the counter was wrong for some frames (see wrongStretches), or stood still over midnight (eveningStretch).
 */
export function toldSteps({ steps, leftOut }: StepsOfDay, day: LocalDay, device: SteppingDevice): DayStep[] {
  const { no, intervals } = device
  const left = leftOut.map((at) => ({ from: at, to: at, kwh: null, kind: 'outlier' as const, isLong: false }))
  const own = isDoubtful(steps, day, device)
    ? doubtedSteps(steps, day, device)
    : steps.map((step) => ({ ...step, isLong: isLong(step) }))
  return [...own, ...left].map((step) => ({ device_no: no, ...step }))

  function isLong(step: CounterStep): boolean {
    return isLongStep(step, intervals)
  }
}

/** Intervals of a device's frames on a day; `former`: instants of the frames before it. */
export function intervalsOf(former: readonly number[], samples: readonly { at: number }[]): StreamIntervals {
  return new StreamIntervals(
    former.map(Math.round),
    samples.map(({ at }) => Math.round(at)),
  )
}

/** PostgreSQL returns instants in seconds with a fraction; samples have whole milliseconds. */
export const whole = ([at, kwh]: CounterPoint): CounterPoint => [Math.round(at), kwh]
