import { offsetMinutesAt } from '@helioport/ui/date'

/** First instant (epoch ms) of a local day; where clocks skip midnight, the first one after the gap. */
export function dayStart(day: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`)
  const firstGuess = asUtc - offsetMinutesAt(asUtc, timeZone) * 60_000
  return asUtc - offsetMinutesAt(firstGuess, timeZone) * 60_000
}
