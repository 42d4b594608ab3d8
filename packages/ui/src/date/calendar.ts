/** Calendar and clock of a place. A day is a plain `YYYY-MM-DD` in its own zone. */

const dayFormats = new Map<string, Intl.DateTimeFormat>()

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  let format = dayFormats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    dayFormats.set(timeZone, format)
  }
  return format
}

function partsAt(instant: number, timeZone: string) {
  const parts = new Map(
    dayFormat(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  )
  return (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '00'
}

/** The day in `timeZone` at `instant` (epoch ms). */
export function dayAt(instant: number, timeZone: string): string {
  const part = partsAt(instant, timeZone)
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** Minutes that the zone's clock is ahead of UTC at `instant` (epoch ms). */
export function offsetMinutesAt(instant: number, timeZone: string): number {
  const part = partsAt(instant, timeZone)
  const asUtc = Date.UTC(
    Number(part('year')),
    Number(part('month')) - 1,
    Number(part('day')),
    Number(part('hour')),
    Number(part('minute')),
    Number(part('second')),
  )
  return Math.round((asUtc - Math.floor(instant / 1000) * 1000) / 60_000)
}

/** Whether the clocks of both zones agree at `instant` (epoch ms). */
export function isSameClock(instant: number, one: string, other: string): boolean {
  return one === other || offsetMinutesAt(instant, one) === offsetMinutesAt(instant, other)
}

/** Adds days to a date; independent of time zones and clock changes. */
export function addDays(day: string, days: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}

/** Whether the text is a date that exists. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
}

export function viewerTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
