import type { FrameStamp } from '@helioport/contract'
import type { DaySample } from '../../telemetry/queries/sample.ts'

/** Longer steps have a missing frame, or are nights. */
const longestStepMs = 75 * 60_000
/** Least number of steps with energy for a verdict. */
const fewestSteps = 12
/** Power at one end must explain the counter this many times better than power at the other end. */
const betterBy = 6
/**
 * On a day without clouds both ends of short steps explain the counter: if the error of both is below this, no verdict.
 */
const leastShare = 0.03

type Telling = Pick<DaySample, 'at' | 'power_w' | 'energy_total_kwh'>

/**
 * The stamp of a device's frames, if its counter shows it: mean power belongs to the step before its frame (`end`), or
 * to the step after it (`start`). Null: instantaneous values, which lie between both, or too few steps.
 */
export function shownStamp(samples: readonly Telling[]): FrameStamp | null {
  let [steps, made, endFault, startFault] = [0, 0, 0, 0]
  for (const [nth, to] of samples.entries()) {
    const from = samples[nth - 1]
    const hours = from ? (to.at - from.at) / 3_600_000 : Infinity
    if (!from || hours * 3_600_000 > longestStepMs || from.energy_total_kwh === null || to.energy_total_kwh === null)
      continue
    const kwh = to.energy_total_kwh - from.energy_total_kwh
    if (from.power_w === null || to.power_w === null || kwh < 0) continue
    if (kwh > 0) steps += 1
    made += kwh
    endFault += Math.abs(kwh - (to.power_w * hours) / 1000)
    startFault += Math.abs(kwh - (from.power_w * hours) / 1000)
  }
  if (steps < fewestSteps || Math.max(endFault, startFault) < leastShare * made) return null
  if (startFault > betterBy * endFault) return 'end'
  return endFault > betterBy * startFault ? 'start' : null
}
