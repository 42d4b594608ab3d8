import { addDays } from './calendar.ts'

export type Period = 'day' | 'week' | 'month' | 'year'

/** First and last day of a period, `YYYY-MM-DD`. */
export interface DaySpan {
  from: string
  to: string
}

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)

/** The period that holds the day; a week begins on Monday (ISO 8601). */
export function periodSpan(period: Period, of: string): DaySpan {
  const [year = 1970, month = 1] = of.split('-').map(Number)
  if (period === 'year') return { from: day(year, 0, 1), to: day(year, 11, 31) }
  if (period === 'month') return { from: day(year, month - 1, 1), to: day(year, month, 0) }
  if (period === 'day') return { from: of, to: of }
  const monday = addDays(of, -((new Date(`${of}T00:00:00Z`).getUTCDay() + 6) % 7))
  return { from: monday, to: addDays(monday, 6) }
}

/** First day of the period `steps` after the one that holds the day. */
export function movePeriod(period: Period, of: string, steps: number): string {
  const { from } = periodSpan(period, of)
  const [year = 1970, month = 1] = from.split('-').map(Number)
  if (period === 'year') return day(year + steps, 0, 1)
  if (period === 'month') return day(year, month - 1 + steps, 1)
  return addDays(from, period === 'week' ? 7 * steps : steps)
}
