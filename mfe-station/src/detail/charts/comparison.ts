import { addDays, movePeriod } from '@helioport/time'

/** With what a period is compared: the one before it, the same days of the week before, the same a year before. */
export const comparisons = ['no', 'before', 'week', 'year'] as const
export type Comparison = (typeof comparisons)[number]

type Period = 'day' | 'week' | 'month' | 'year' | 'total'

/** Comparisons that mean something for a period, besides `no`. */
const offered: Record<Period, readonly Comparison[]> = {
  day: ['before', 'week', 'year'],
  week: ['before', 'year'],
  month: ['before', 'year'],
  year: ['before'],
  total: [],
}

export const comparisonsOf = (period: Period): readonly Comparison[] => ['no', ...offered[period]]

/** What a comparison is asked for; one that a period does not offer is none. */
export const comparisonIn = (period: Period, asked: Comparison): Comparison =>
  offered[period].includes(asked) ? asked : 'no'

/** Weeks of a year that keep the day of the week. */
const yearOfWeeks = 364

/** A day of the earlier period; undefined: nothing is compared. */
export function earlierDay(period: Period, day: string, comparison: Comparison): string | undefined {
  if (period === 'total' || comparisonIn(period, comparison) === 'no') return undefined
  if (comparison === 'before') return movePeriod(period, day, -1)
  if (comparison === 'week') return addDays(day, -7)
  return period === 'month' ? movePeriod('month', day, -12) : addDays(day, -yearOfWeeks)
}
