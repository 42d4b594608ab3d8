import type { FrameStamp } from '@helioport/contract'
import type { DaySample } from '../../telemetry/queries/sample.ts'

/** Longer steps lack a frame, or are nights. */
const longestStepMs = 75 * 60_000
/** From so many steps in which something was made it can be told. */
const fewestSteps = 12
/** The power on one end explains the counter so much better than that on the other one. */
const betterBy = 6
/** On a day without clouds both ends of short steps explain it: then nothing is told. */
const leastShare = 0.03

type Telling = Pick<DaySample, 'at' | 'power_w' | 'energy_total_kwh'>

/**
 * What the times of a device's frames are, where its counter shows it: of means the power of a frame is that of the step
 * before it, or of the one behind it. Null: values of moments, which lie between both, or too few.
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
