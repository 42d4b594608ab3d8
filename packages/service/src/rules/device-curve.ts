import type { DaySample } from '../queries/sample.ts'
import type { LocalDay } from './calendar.ts'
import { isAsleepAt } from './coverage.ts'
import { binCount, binOf, type Curve, meanCurve } from './day-grid.ts'

export interface DeviceCurve {
  powerW: Curve
  /** Bins in which the device is known to sleep: before its first and after its last frame, at next to no power. */
  asleep: readonly boolean[]
}

/** Power of one device on the day's grid. */
export function deviceCurve(day: LocalDay, samples: readonly DaySample[], ratedW: number): DeviceCurve {
  const first = samples.at(0)
  const last = samples.at(-1)
  const before = first && isAsleepAt(first.power_w, ratedW) ? binOf(day, first.at) : 0
  const after = last && isAsleepAt(last.power_w, ratedW) ? binOf(day, last.at) : Infinity
  return {
    powerW: meanCurve(day, samples, (sample) => sample.power_w),
    asleep: Array.from({ length: binCount(day) }, (_, bin) => bin < before || bin > after),
  }
}

/**
 * Sum over the devices that sent anything that day. Null where one that is awake has no datum, and where none has;
 * a sleeping one adds nothing.
 */
export function stationCurve(devices: readonly DeviceCurve[], bins: number): Curve {
  return Array.from({ length: bins }, (_, bin) => {
    let sum: number | null = null
    for (const { powerW, asleep } of devices) {
      const power = powerW[bin] ?? null
      if (power !== null) sum = (sum ?? 0) + power
      else if (!asleep[bin]) return null
    }
    return sum
  })
}

/** The curve with known sleep as 0 W, to tell a gap from a sleeping device. */
export function withSleep(curve: Curve, devices: readonly DeviceCurve[]): Curve {
  return curve.map((power, bin) =>
    power === null && devices.length > 0 && devices.every(({ asleep }) => asleep[bin]) ? 0 : power,
  )
}
