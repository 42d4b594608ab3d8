import { temporal } from './temporal.ts'
import { zonedAt } from './zone.ts'

/**
 * One local day of a zone: [from, to) in epoch ms. It is 23, 24 or 25 hours long, or another length at rare changes of
 * the zone. A day that the zone skips (Apia, 2011-12-30) has length 0.
 */
export interface LocalDay {
  date: string
  from: number
  to: number
}

/** First instant (epoch ms) of a day; if the clock skips midnight, the first instant after the skipped time. */
export const dayStart = (day: string, timeZone: string): number =>
  temporal().PlainDate.from(day).toZonedDateTime({ timeZone }).epochMilliseconds

export function localDay(date: string, timeZone: string): LocalDay {
  const day = temporal().PlainDate.from(date)
  const next = day.add({ days: 1 })
  return {
    date,
    from: day.toZonedDateTime({ timeZone }).epochMilliseconds,
    to: next.toZonedDateTime({ timeZone }).epochMilliseconds,
  }
}

/** The day in a zone at an instant (epoch ms). */
export const dayAt = (at: number, timeZone: string): string => zonedAt(at, timeZone).toPlainDate().toString()

/** The local day that contains an instant (epoch ms). */
export const localDayAt = (at: number, timeZone: string): LocalDay => localDay(dayAt(at, timeZone), timeZone)
