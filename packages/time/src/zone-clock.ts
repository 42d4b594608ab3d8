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
   * Instants at which a local clock showed `wall` (local time read as UTC, epoch ms), earliest first: two in the
   * repeated hour, none in the skipped hour.
   */
  instantsOf: (wall: number) => number[]
}

/**
 * The clock of a zone for many instants: offsets are cached per quarter hour, within which no zone has changed since
 * 1973.
 * @throws RangeError for an unknown zone
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
      // Between the two probes lies at most one change of the zone.
      const candidates = new Set([wall - offsetAt(wall - dayMs), wall - offsetAt(wall + dayMs)])
      return [...candidates].filter((at) => offsetAt(at) === wall - at).sort((a, b) => a - b)
    },
  }
}
