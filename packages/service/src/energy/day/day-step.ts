import { longestStepMs, type StreamIntervals } from '../../figure/interval.ts'
import type { Place } from '../../figure/sun.ts'
import type { DaySample } from '../../telemetry/queries/sample.ts'
import type { CounterStep } from './counter/counter-steps.ts'
import type { Evening } from '../queries/roll-up.ts'

/** A step of one device; a single point that was left out is an outlier that begins and ends at its instant. */
export interface DayStep extends Omit<CounterStep, 'kwh'> {
  device_no: number
  /** Energy by the counter, or by the frames' power where the counter does not tell it; null: not known. */
  kwh: number | null
  /** It spans a gap between frames: it tells how much was made, not when. */
  isLong: boolean
}

export interface SteppingDevice {
  no: number
  ratedW: number
  intervals: StreamIntervals
  telling: readonly Pick<DaySample, 'at' | 'power_w' | 'is_end'>[]
  place: Place
  /** The evening before by power, where the counter may tell it, too (see mayTellEvening). */
  evening?: Evening | null
}

/** Whether the step spans a gap between frames. */
export function isLongStep({ from, to }: { from: number; to: number }, intervals: StreamIntervals): boolean {
  return to - from > longestStepMs(intervals.at(from))
}
