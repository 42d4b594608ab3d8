import type { StatisticsPeriod } from '@helioport/contract'
import { Temporal } from 'temporal-polyfill'
import { isDayDate } from './calendar.ts'
import { Problem } from '../base/problem.ts'

/** Stretch of local days, both included. */
export interface DaySpan {
  from: string
  to: string
}

export interface Period extends DaySpan {
  period: StatisticsPeriod
  step: 'day' | 'month' | 'year'
  bins: DaySpan[]
  previous: DaySpan | null
}

/** @throws Problem request.invalid */
export function checkedDate(date: string, path = '/date'): string {
  if (!isDayDate(date)) throw new Problem('request.invalid', { issues: [{ path, message: 'must be a date' }] })
  return date
}

/** The week (from Monday), month or year that holds `date`; `total`: from the year of `first` to that of `today`. */
export function periodOf(period: StatisticsPeriod, date: string, first: string | null, today: string): Period {
  const day = Temporal.PlainDate.from(date)
  if (period === 'total') {
    const years = yearsBetween(Number((first ?? today).slice(0, 4)), Number(today.slice(0, 4)))
    const bins = years.map((year) => ({ from: `${year}-01-01`, to: `${year}-12-31` }))
    return { period, step: 'year', from: bins[0]?.from ?? today, to: bins.at(-1)?.to ?? today, bins, previous: null }
  }
  if (period === 'year') {
    const start = day.with({ month: 1, day: 1 })
    return {
      period,
      step: 'month',
      ...spanOf(start, { years: 1 }),
      bins: Array.from({ length: 12 }, (_, month) => spanOf(start.add({ months: month }), { months: 1 })),
      previous: spanOf(start.subtract({ years: 1 }), { years: 1 }),
    }
  }
  const length = period === 'week' ? { days: 7 } : { months: 1 }
  const start = period === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 })
  return {
    period,
    step: 'day',
    ...spanOf(start, length),
    bins: daysOf(start, start.add(length)),
    previous: spanOf(start.subtract(length), length),
  }
}

/** As many days of `span` as of `whole` have begun by `today`; null: none has. */
export function sameDays(span: DaySpan, whole: DaySpan, today: string): DaySpan | null {
  if (whole.to <= today) return span
  if (whole.from > today) return null
  const passed = Temporal.PlainDate.from(whole.from).until(Temporal.PlainDate.from(today), { largestUnit: 'day' }).days
  const to = Temporal.PlainDate.from(span.from).add({ days: passed }).toString()
  return { from: span.from, to: to < span.to ? to : span.to }
}

function spanOf(start: Temporal.PlainDate, length: { days?: number; months?: number; years?: number }): DaySpan {
  return { from: start.toString(), to: start.add(length).subtract({ days: 1 }).toString() }
}

function daysOf(start: Temporal.PlainDate, end: Temporal.PlainDate): DaySpan[] {
  return Array.from({ length: start.until(end, { largestUnit: 'day' }).days }, (_, day) => {
    const date = start.add({ days: day }).toString()
    return { from: date, to: date }
  })
}

function yearsBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index)
}
