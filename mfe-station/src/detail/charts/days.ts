import { addDays, offsetMinutesAt } from '@helioport/ui/date'

/** Local midnight that begins a day, epoch ms. */
export function startOfDay(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`)
  const guess = utc - offsetMinutesAt(utc, timeZone) * 60_000
  // Where the clock changes between both, the offset at the guess is the one that counts.
  return utc - offsetMinutesAt(guess, timeZone) * 60_000
}

/** Where each local day from `from` to `to` begins, and where the first begins and the last ends. */
export function daysOf(from: string, to: string, timeZone: string) {
  const starts: { day: string; at: number }[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) starts.push({ day, at: startOfDay(day, timeZone) })
  return { starts, from: startOfDay(from, timeZone), to: startOfDay(addDays(to, 1), timeZone) }
}
