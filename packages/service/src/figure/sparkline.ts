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
 * Power of a station, W, as means over a quarter of an hour from local midnight up to `now`; null where a device
 * that is awake has no data; one that is silent for the rest of the day is left out where others go on, as it is in the
 * power of now. After the last of what came nothing is known. The 25-hour day shows its first 24 hours: at its end the sun is long down.
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

/** How many quarter-hours of a day have begun; what is known of a day is shown as far. */
export function quartersPassed(day: LocalDay, now: number): number {
  const passed = Math.ceil((Math.min(day.to, now) - day.from) / quarterMs)
  return Math.min(maxQuarters, Math.max(0, passed))
}
