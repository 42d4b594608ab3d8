import { zonedAt } from './zone.ts'

const dayMs = 86_400_000
const quarterMs = 900_000
const maxRemembered = 4096

export interface ZoneClock {
  /** Offset from UTC at an instant, ms. */
  offsetAt: (at: number) => number
  /** Days since 1970-01-01 in local time. */
  dayNumber: (at: number) => number
  /**
   * Instants at which a wall clock showed `wall` (the local time read as if it were UTC, epoch ms), earliest first: two
   * in the hour that occurs twice, none in the hour that is skipped.
   */
  instantsOf: (wall: number) => number[]
}

/**
 * The clock of a zone for many instants. Its offset is cached per quarter-hour: since 1973 no zone has changed within
 * one. Throws RangeError for an unknown zone.
 */
export function zoneClock(timeZone: string): ZoneClock {
  zonedAt(0, timeZone)
  const offsets = new Map<number, number>()
  const offsetAt = (at: number) => {
    const quarter = Math.floor(at / quarterMs)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      if (offsets.size > maxRemembered) offsets.clear()
      offset = zonedAt(quarter * quarterMs, timeZone).offsetNanoseconds / 1e6
      offsets.set(quarter, offset)
    }
    return offset
  }
  return {
    offsetAt,
    dayNumber: (at) => Math.floor((at + offsetAt(at)) / dayMs),
    instantsOf(wall) {
      // A zone change is at most a day away from both probes.
      const candidates = new Set([wall - offsetAt(wall - dayMs), wall - offsetAt(wall + dayMs)])
      return [...candidates].filter((at) => offsetAt(at) === wall - at).sort((a, b) => a - b)
    },
  }
}
