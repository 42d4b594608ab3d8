import type { Temporal } from 'temporal-polyfill'
import { temporal } from './temporal.ts'

/** Date and time in a zone (IANA name) at an instant (epoch ms). Throws RangeError for an unknown zone. */
export const zonedAt = (at: number, timeZone: string): Temporal.ZonedDateTime =>
  temporal().Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone)

/** Whether a zone of this name exists; offsets such as `+08:00` are not zones. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false
  try {
    return zonedAt(0, name).epochMilliseconds === 0
  } catch {
    return false
  }
}

/** The time zone of this machine. */
export const viewerTimeZone = (): string => temporal().Now.timeZoneId()

/** The last instant (epoch ms) before `at` at which the zone's clock changed; null: never. */
export function lastClockChange(at: number, timeZone: string): number | null {
  return zonedAt(at, timeZone).getTimeZoneTransition('previous')?.epochMilliseconds ?? null
}
