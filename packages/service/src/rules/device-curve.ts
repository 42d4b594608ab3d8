import type { DaySample } from '../queries/sample.ts'
import type { LocalDay } from './calendar.ts'
import { binCount, binMs, type Curve, meanCurve } from './day-grid.ts'
import { isAsleep, sleepOf } from './sleep.ts'
import type { Place } from './sun.ts'

export interface DeviceCurve {
  /** Means of what was measured, W. */
  powerW: Curve
  /** Bins in which the device is known to sleep. */
  asleep: readonly boolean[]
}

/** Power of one device on the day's grid. */
export function deviceCurve(day: LocalDay, samples: readonly DaySample[], ratedW: number, place: Place): DeviceCurve {
  const first = samples.at(0)
  const last = samples.at(-1)
  const ends = {
    first_ts: first?.at ?? null,
    first_power_w: first?.power_w ?? null,
    last_ts: last?.at ?? null,
    last_power_w: last?.power_w ?? null,
  }
  const sleep = sleepOf(ends, ratedW, day, place)
  return {
    powerW: meanCurve(day, samples, (sample) => sample.power_w),
    asleep: Array.from({ length: binCount(day) }, (_, bin) => isAsleep(sleep, day.from + bin * binMs)),
  }
}

/**
 * Sum over the devices that sent anything that day, up to `now`. Null where one that is awake has no datum; a
 * sleeping one adds nothing.
 */
export function stationCurve(day: LocalDay, devices: readonly DeviceCurve[], now: number): Curve {
  return Array.from({ length: binCount(day) }, (_, bin) => {
    if (devices.length === 0 || day.from + bin * binMs >= now) return null
    let sum = 0
    for (const { powerW, asleep } of devices) {
      const power = powerW[bin] ?? null
      if (power === null && !asleep[bin]) return null
      sum += power ?? 0
    }
    return sum
  })
}
