const hourMs = 3_600_000
const dayMs = 24 * hourMs

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

/** Offset of a zone from UTC at an instant, ms, remembered per quarter hour (no zone changes inside one). */
export function zoneClock(zone: string): { offsetAt: (at: number) => number; dayNumber: (at: number) => number } {
  let quarter = Number.NaN
  let offset = 0
  const offsetAt = (at: number) => {
    const now = Math.floor(at / 900_000)
    if (now !== quarter) {
      quarter = now
      offset = offsetFromIntl(at, zone)
    }
    return offset
  }
  return { offsetAt, dayNumber: (at) => Math.floor((at + offsetAt(at)) / dayMs) }
}

/** Local calendar date as YYYY-MM-DD. */
export function localDate(at: number, zone: string): string {
  return new Date(at + offsetFromIntl(at, zone)).toISOString().slice(0, 10)
}
