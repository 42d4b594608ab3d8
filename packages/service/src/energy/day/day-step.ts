import { longestStepMs, type StreamIntervals } from '../../figure/interval.ts'
import type { Place } from '../../figure/sun.ts'
import type { DaySample } from '../../telemetry/queries/sample.ts'
import type { CounterStep } from './counter/counter-steps.ts'
import type { Evening } from '../queries/roll-up.ts'

/** A step of one device; a single point that was left out is an outlier that begins and ends at its instant. */
export interface DayStep extends Omit<CounterStep, 'kwh'> {
  device_no: number
  /** Energy by the counter, or by the frames' power if the counter does not show it; null: not known. */
  kwh: number | null
  /** The step spans a gap between frames: it shows how much was produced, but not when. */
  isLong: boolean
}

export interface SteppingDevice {
  no: number
  ratedW: number
  intervals: StreamIntervals
  telling: readonly Pick<DaySample, 'at' | 'power_w' | 'is_end'>[]
  place: Place
  /** The energy of the evening before by power, if the counter may contain it, too (see mayHoldEvening). */
  evening?: Evening | null
}

/** Whether the step spans a gap between frames. */
export function isLongStep({ from, to }: { from: number; to: number }, intervals: StreamIntervals): boolean {
  return to - from > longestStepMs(intervals.at(from))
}
