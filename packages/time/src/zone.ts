import type { Temporal } from 'temporal-polyfill'
import { temporal } from './temporal.ts'

/** What calendar and clock of a zone (IANA name) show at an instant (epoch ms). Throws RangeError for no zone. */
export const zonedAt = (at: number, timeZone: string): Temporal.ZonedDateTime =>
  temporal().Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone)

/** Whether there is a zone of this name; offsets such as `+08:00` are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false
  try {
    return zonedAt(0, name).epochMilliseconds === 0
  } catch {
    return false
  }
}

/** The zone that this machine is set to. */
export const viewerTimeZone = (): string => temporal().Now.timeZoneId()

/** The last instant (epoch ms) before `at` at which the clocks of a zone were changed; null: never. */
export function lastClockChange(at: number, timeZone: string): number | null {
  return zonedAt(at, timeZone).getTimeZoneTransition('previous')?.epochMilliseconds ?? null
}
