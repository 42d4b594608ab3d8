import type { Temporal } from 'temporal-polyfill'
import { addDays, daysBetween } from './plain-day.ts'
import { temporal } from './temporal.ts'

export type Period = 'day' | 'week' | 'month' | 'year'

/** First and last day of a period, `YYYY-MM-DD`, inclusive. */
export interface DaySpan {
  from: string
  to: string
}

function startOf(period: Period, day: Temporal.PlainDate): Temporal.PlainDate {
  if (period === 'year') return day.with({ month: 1, day: 1 })
  if (period === 'month') return day.with({ day: 1 })
  return period === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day
}

const lengthOf = (period: Period, count: number) => ({ [`${period}s`]: count })

/** The period that contains the day; a week begins on Monday (ISO 8601). */
export function periodSpan(period: Period, of: string): DaySpan {
  const from = startOf(period, temporal().PlainDate.from(of))
  return { from: from.toString(), to: from.add(lengthOf(period, 1)).subtract({ days: 1 }).toString() }
}

/** First day of the period that is `steps` after the one that contains the day. */
export const movePeriod = (period: Period, of: string, steps: number): string =>
  startOf(period, temporal().PlainDate.from(of)).add(lengthOf(period, steps)).toString()

/** Every day from first to last, in order. */
export const daysIn = ({ from, to }: DaySpan): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, days) => addDays(from, days))
