import { addDays, movePeriod } from '@helioport/time'

/** Reference of a comparison: the period before, the same days a week before, the same days a year before. */
export const comparisons = ['no', 'before', 'week', 'year'] as const
export type Comparison = (typeof comparisons)[number]

type Period = 'day' | 'week' | 'month' | 'year' | 'total'

/** Comparisons that make sense for a period, besides `no`. */
const offered: Record<Period, readonly Comparison[]> = {
  day: ['before', 'week', 'year'],
  week: ['before', 'year'],
  month: ['before', 'year'],
  year: ['before'],
  total: [],
}

export const comparisonsOf = (period: Period): readonly Comparison[] => ['no', ...offered[period]]

/** The requested comparison, or `no` if the period does not offer it. */
export const comparisonIn = (period: Period, asked: Comparison): Comparison =>
  offered[period].includes(asked) ? asked : 'no'

/** A year of whole weeks: keeps the day of the week. */
const yearOfWeeks = 364

/** A day of the earlier period; undefined: no comparison. */
export function earlierDay(period: Period, day: string, comparison: Comparison): string | undefined {
  if (period === 'total' || comparisonIn(period, comparison) === 'no') return undefined
  if (comparison === 'before') return movePeriod(period, day, -1)
  if (comparison === 'week') return addDays(day, -7)
  return period === 'month' ? movePeriod('month', day, -12) : addDays(day, -yearOfWeeks)
}
