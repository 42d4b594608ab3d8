import { temporal } from './temporal.ts'
import { zonedAt } from './zone.ts'

/** An instant (epoch ms) in UTC: `2026-11-21T12:00:00.000Z`. */
export const iso = (at: number): string => new Date(at).toISOString()

/** Local time of a zone at an instant (epoch ms), in minutes from 00:00. */
export function minuteOfDay(at: number, timeZone: string): number {
  const { hour, minute } = zonedAt(at, timeZone)
  return hour * 60 + minute
}

/** Local time with offset, `2026-10-25 02:30:00+01:00`: unambiguous in the repeated hour. */
export const localTime = (at: number, timeZone: string): string =>
  zonedAt(at, timeZone).toString({ timeZoneName: 'never', smallestUnit: 'second' }).replace('T', ' ')

/**
 * The instant (epoch ms) at which a zone's clock shows `2026-11-21T12:30`: the first one in a repeated hour, the one
 * after the change in a skipped hour.
 */
export const instantAt = (local: string, timeZone: string): number =>
  temporal().PlainDateTime.from(local).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
