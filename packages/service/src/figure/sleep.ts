import type { LocalDay } from '@helioport/time/node'
import { daylightOf, highSunOf, type Place } from './sun.ts'

/** First and last frame of a device on a day; null: no frames. */
export interface DayEnds {
  first_ts: number | null
  first_power_w: number | null
  last_ts: number | null
  last_power_w: number | null
}

/** A device is known to sleep before `until` and from `from` on (epoch ms), and then produces nothing. */
export interface Sleep {
  until: number
  from: number
}

/** Below this share of its rated power an inverter is about to fall asleep, or has just woken. */
const drowsyShare = 0.02

/**
 * When a device slept: always while the sun is down, whatever it sent. At low sun (below 6 degrees) inverters wake late
 * and fall asleep early: sleep then lasts until the first frame, and begins at the last one, if that frame shows almost
 * no power. A silence at high sun never counts as sleep.
 */
export function sleepOf(ends: DayEnds, ratedW: number, day: LocalDay, place: Place): Sleep {
  const light = daylightOf(day, place)
  if (!light) return { until: day.to, from: day.from }
  const high = highSunOf(day, place)
  const { first_ts: first, last_ts: last } = ends
  const wokeLate = first !== null && isDrowsy(ends.first_power_w, ratedW) && first <= (high?.from ?? Infinity)
  const sleptEarly = last !== null && isDrowsy(ends.last_power_w, ratedW) && last >= (high?.to ?? -Infinity)
  return {
    until: wokeLate ? Math.max(first, light.from) : light.from,
    from: sleptEarly ? Math.min(last, light.to) : light.to,
  }
}

export function isAsleep(sleep: Sleep, at: number): boolean {
  return at < sleep.until || at >= sleep.from
}

/** Whether it makes almost no power; unknown power (null) counts as drowsy. */
export function isDrowsy(powerW: number | null, ratedW: number): boolean {
  return powerW === null || powerW < drowsyShare * ratedW
}
