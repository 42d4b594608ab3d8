import { addDays, dayStart } from '@helioport/time'

/** Start of each local day from `from` to `to`, and the start of the first and the end of the last. */
export function daysOf(from: string, to: string, timeZone: string) {
  const starts: { day: string; at: number }[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) starts.push({ day, at: dayStart(day, timeZone) })
  return { starts, from: dayStart(from, timeZone), to: dayStart(addDays(to, 1), timeZone) }
}
