import { longestStepMs, type StreamIntervals } from '../../figure/interval.ts'
import type { Place } from '../../figure/sun.ts'
import type { DaySample } from '../../telemetry/queries/sample.ts'
import type { CounterStep } from './counter/counter-steps.ts'
import type { Evening } from '../queries/roll-up.ts'

/** A step of one device; a single point that was left out is an outlier from its instant to its instant. */
export interface DayStep extends Omit<CounterStep, 'kwh'> {
  device_no: number
  /** What was made, by the counter, or by the frames' power where the counter does not say; null: not known. */
  kwh: number | null
  /** It goes over a gap between frames: it says how much was made, not when. */
  isLong: boolean
}

export interface SteppingDevice {
  no: number
  ratedW: number
  intervals: StreamIntervals
  telling: readonly Pick<DaySample, 'at' | 'power_w' | 'is_end'>[]
  place: Place
  /** What power told of the evening before, where the counter may tell it, too (see mayTellEvening). */
  evening?: Evening | null
}

/** The step goes over a gap between frames. */
export function isLongStep({ from, to }: { from: number; to: number }, intervals: StreamIntervals): boolean {
  return to - from > longestStepMs(intervals.at(from))
}
