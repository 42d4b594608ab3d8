import { temporal } from './temporal.ts'
import { zonedAt } from './zone.ts'

/** An instant (epoch ms) in UTC: `2026-11-21T12:00:00.000Z`. */
export const iso = (at: number): string => new Date(at).toISOString()

/** What the clocks of a zone say at an instant (epoch ms), in minutes from 00:00. */
export function minuteOfDay(at: number, timeZone: string): number {
  const { hour, minute } = zonedAt(at, timeZone)
  return hour * 60 + minute
}

/** Local time of an instant with its offset, `2026-10-25 02:30:00+01:00`: no hour of a long day is meant twice. */
export const localTime = (at: number, timeZone: string): string =>
  zonedAt(at, timeZone).toString({ timeZoneName: 'never', smallestUnit: 'second' }).replace('T', ' ')

/**
 * The instant (epoch ms) at which the clock of a zone shows `2026-11-21T12:30`; of an hour that a clock shows twice the
 * first one, of an hour that it leaves out the one after.
 */
export const instantAt = (local: string, timeZone: string): number =>
  temporal().PlainDateTime.from(local).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
