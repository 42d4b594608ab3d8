import type { StatisticsPeriod } from '@helioport/contract'
import { addDays, daysBetween, type DaySpan, daysIn, isDay, movePeriod, periodSpan } from '@helioport/time/node'
import { Problem } from '../base/problem.ts'

export interface Period extends DaySpan {
  period: StatisticsPeriod
  step: 'day' | 'month' | 'year'
  bins: DaySpan[]
  previous: DaySpan | null
}

/** @throws Problem request.invalid */
export function checkedDate(date: string, path = '/date'): string {
  if (!isDay(date)) throw new Problem('request.invalid', { issues: [{ path, message: 'must be a date' }] })
  return date
}

/** The week (from Monday), month or year that holds `date`; `total`: from the year of `first` to that of `today`. */
export function periodOf(period: StatisticsPeriod, date: string, first: string | null, today: string): Period {
  if (period === 'total') {
    const years = yearsBetween(Number((first ?? today).slice(0, 4)), Number(today.slice(0, 4)))
    const bins = years.map((year) => ({ from: `${year}-01-01`, to: `${year}-12-31` }))
    return { period, step: 'year', from: bins[0]?.from ?? today, to: bins.at(-1)?.to ?? today, bins, previous: null }
  }
  const span = periodSpan(period, date)
  return {
    period,
    step: period === 'year' ? 'month' : 'day',
    ...span,
    bins:
      period === 'year'
        ? Array.from({ length: 12 }, (_, month) => periodSpan('month', movePeriod('month', span.from, month)))
        : daysIn(span).map((day) => ({ from: day, to: day })),
    previous: periodSpan(period, movePeriod(period, date, -1)),
  }
}

/** The first days of `span`, as many as have begun of `whole` by `today`; null: none. */
export function sameDays(span: DaySpan, whole: DaySpan, today: string): DaySpan | null {
  if (whole.to <= today) return span
  if (whole.from > today) return null
  const to = addDays(span.from, daysBetween(whole.from, today))
  return { from: span.from, to: to < span.to ? to : span.to }
}

function yearsBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index)
}
