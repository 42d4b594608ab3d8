import type { CounterPoint } from '../../telemetry/queries/counter-points.ts'
import type { DayPoints, TouchedDay } from '../queries/roll-up.ts'
import { counterSteps } from './counter/counter-steps.ts'
import { whole } from './day-steps.ts'

export interface RolledFrame {
  at: number
  is_end: boolean
  power_w: number | null
  counter_kwh: number | null
}

/** The day's first frame, which shows when the device woke, followed by the frames that were read. */
export function framesIn(points: DayPoints, day: TouchedDay): RolledFrame[] {
  const read = points.at.map((ms, index) => ({
    at: day.from + ms,
    power_w: points.power_w[index] ?? null,
    counter_kwh: points.counter_kwh[index] ?? null,
    is_end: points.is_end?.[index] ?? false,
  }))
  const { settled } = day
  if (!settled || settled.first.at >= settled.read) return read
  return [{ ...settled.first, counter_kwh: null, is_end: false }, ...read]
}

export type FoundSteps = ReturnType<typeof counterSteps> & { all: readonly CounterPoint[] }

/** The counter's steps of the day, or of its part that is not settled. */
export function stepsOf(points: DayPoints, samples: readonly RolledFrame[], day: TouchedDay): FoundSteps {
  const { settled = null } = day
  const own = samples.flatMap(({ at, counter_kwh: kwh }): CounterPoint[] => (kwh === null ? [] : [[at, kwh]]))
  const all = [...points.before.map(whole), ...own, ...points.after.map(whole)]
  const found = counterSteps(
    all,
    points.swaps.map(Math.round),
    day.ratedW,
    { from: settled?.step ?? day.from, to: day.to },
    points.accepted.map(([from, to]) => [Math.round(from), Math.round(to)]),
    settled !== null,
  )
  return { ...found, all }
}
