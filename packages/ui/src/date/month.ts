import { addDays } from './calendar.ts'

/** First day of the week in a locale, 1: Monday to 7: Sunday. */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

/** 1: Monday to 7: Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** `2026-11-21` → `2026-11`. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** The six weeks that show a month, from the first weekday on. */
export function weeksOf(month: string, firstDay: number): string[][] {
  const first = `${month}-01`
  const start = addDays(first, -((weekdayOf(first) - firstDay + 7) % 7))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => addDays(start, week * 7 + weekday)),
  )
}

/** The same day some months on; the last one where that month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The day, moved into the range where it has one. */
export function clampDay(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min
  if (max !== undefined && day > max) return max
  return day
}
