import { temporal } from './temporal.ts'
import { zonedAt } from './zone.ts'

/** An instant (epoch ms) in UTC: `2026-11-21T12:00:00.000Z`. */
export const iso = (at: number): string => new Date(at).toISOString()

/** Local time of a zone at an instant (epoch ms), in minutes from 00:00. */
export function minuteOfDay(at: number, timeZone: string): number {
  const { hour, minute } = zonedAt(at, timeZone)
  return hour * 60 + minute
}

/** Local time of an instant with its offset, `2026-10-25 02:30:00+01:00`: unambiguous in an hour that occurs twice. */
export const localTime = (at: number, timeZone: string): string =>
  zonedAt(at, timeZone).toString({ timeZoneName: 'never', smallestUnit: 'second' }).replace('T', ' ')

/**
 * The instant (epoch ms) of a local time such as `2026-11-21T12:30`. A time that occurs twice gives its first instant;
 * a skipped time is moved forward by the length of the skip.
 */
export const instantAt = (local: string, timeZone: string): number =>
  temporal().PlainDateTime.from(local).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
