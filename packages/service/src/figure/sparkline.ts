import type { LocalDay } from '@helioport/time/node'
import { type DayEnds, isAsleep, sleepOf } from './sleep.ts'
import type { Place } from './sun.ts'

const quarterMs = 15 * 60_000
const maxQuarters = 96

interface DeviceQuarters {
  ratedW: number
  presence: (DayEnds & { quarter_w: (number | null)[] }) | undefined
}

/**
 * Power of a station, W, as quarter-hour means from local midnight up to `now`; null if an awake device has no data.
 * A device that is silent for the rest of the day is left out while others go on, as in the present power. After the
 * last data of all devices the curve is null. A 25-hour day shows its first 24 hours: the last one is at night.
 */
export function sparklineOf(
  devices: readonly DeviceQuarters[],
  day: LocalDay,
  place: Place,
  now: number,
): (number | null)[] {
  const seen = devices.flatMap(({ presence, ratedW }) =>
    presence?.first_ts == null
      ? []
      : [
          {
            quarters: presence.quarter_w,
            last: presence.quarter_w.findLastIndex((power) => power !== null),
            sleep: sleepOf(presence, ratedW, day, place),
          },
        ],
  )
  const lastOfAll = Math.max(-1, ...seen.map(({ last }) => last))
  const length = seen.length === 0 ? 0 : quartersPassed(day, now)
  return Array.from({ length }, (_, quarter) => {
    if (quarter > lastOfAll) return null
    const from = day.from + quarter * quarterMs
    let sum = 0
    for (const { quarters, last, sleep } of seen) {
      const power = quarters[quarter] ?? null
      if (power === null && !isAsleep(sleep, from) && quarter <= last) return null
      sum += power ?? 0
    }
    return sum
  })
}

/** Number of quarter-hours of a day that have begun. */
export function quartersPassed(day: LocalDay, now: number): number {
  const passed = Math.ceil((Math.min(day.to, now) - day.from) / quarterMs)
  return Math.min(maxQuarters, Math.max(0, passed))
}
