const dayMs = 86_400_000
const quarterMs = 900_000

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetFromIntl(at: number, zone: string): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

export interface ZoneClock {
  /** Offset from UTC at an instant, ms. */
  offsetAt: (at: number) => number
  /** Days since 1970-01-01 in local time. */
  dayNumber: (at: number) => number
  /**
   * Instants that a wall clock showed as `wall` (the local time read as if it were UTC, epoch ms), earliest first:
   * two in the hour that comes twice, none in the hour that is skipped.
   */
  instantsOf: (wall: number) => number[]
}

/** A zone whose offsets are remembered per quarter hour: no zone changes inside one. Throws RangeError if unknown. */
export function zoneClock(zone: string): ZoneClock {
  offsetFromIntl(0, zone)
  const offsets = new Map<number, number>()
  const offsetAt = (at: number) => {
    const quarter = Math.floor(at / quarterMs)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      if (offsets.size > 4096) offsets.clear()
      offset = offsetFromIntl(quarter * quarterMs, zone)
      offsets.set(quarter, offset)
    }
    return offset
  }
  return {
    offsetAt,
    dayNumber: (at) => Math.floor((at + offsetAt(at)) / dayMs),
    instantsOf(wall) {
      // A change of the zone lies at most a day away from both probes.
      const candidates = new Set([wall - offsetAt(wall - dayMs), wall - offsetAt(wall + dayMs)])
      return [...candidates].filter((at) => offsetAt(at) === wall - at).sort((a, b) => a - b)
    },
  }
}

/** Local calendar date as YYYY-MM-DD. */
export function localDate(at: number, zone: string): string {
  return new Date(at + offsetFromIntl(at, zone)).toISOString().slice(0, 10)
}
