import type { DaySum } from '@helioport/import/text'
import type { Format } from '@helioport/i18n'
import type { Bin } from '@helioport/ui/chart'

/** More days than this are shown by month. */
const mostDays = 120

/** A bar for each day, or for each month of a long history; a day without rows is a gap. */
export function barsOf(
  days: readonly DaySum[],
  format: Pick<Format, 'date' | 'dayPart'>,
): { bins: Bin[]; values: (number | null)[]; isMonths: boolean } {
  const [first, last] = [days[0]?.date, days.at(-1)?.date]
  if (first === undefined || last === undefined) return { bins: [], values: [], isMonths: false }
  const isMonths = days.length > mostDays
  const sums = new Map<string, number>()
  for (const { date, kwh } of days) {
    const key = isMonths ? `${date.slice(0, 7)}-01` : date
    if (kwh !== null) sums.set(key, (sums.get(key) ?? 0) + kwh)
  }
  const keys = isMonths ? [...sums.keys()] : datesBetween(first, last).slice(0, 3 * mostDays)
  const bins = keys.map((key) => ({
    label: format.dayPart(key, isMonths ? { month: 'short' } : { day: 'numeric' }),
    title: isMonths ? format.dayPart(key, { month: 'long', year: 'numeric' }) : format.date(key),
  }))
  return { bins, values: keys.map((key) => sums.get(key) ?? null), isMonths }
}

function datesBetween(first: string, last: string): string[] {
  const dates: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
    dates.push(new Date(at).toISOString().slice(0, 10))
  }
  return dates
}
