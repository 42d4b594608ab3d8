import { offsetMinutesAt } from '@helioport/ui/date'

/** First instant (epoch ms) of a local day; where the clock skips midnight, the first that there is. */
export function dayStart(day: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`)
  const guess = asUtc - offsetMinutesAt(asUtc, timeZone) * 60_000
  return asUtc - offsetMinutesAt(guess, timeZone) * 60_000
}
