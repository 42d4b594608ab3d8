import { temporal } from './temporal.ts'

/** Days are plain `YYYY-MM-DD` texts, so no zone and no clock change can move them. */

/** Whether the text is a calendar day between 1900 and 2199: no plant is older, and nothing is planned for later. */
export function isDay(text: string): boolean {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  try {
    return temporal().PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

const dayMs = 86_400_000

/** The day `days` later; earlier if `days` is negative. */
export const addDays = (day: string, days: number): string =>
  // All days of UTC have the same length. A batch adds thousands of days, and Temporal takes fifty times as long.
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Number of days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs
}

/** 1 (Monday) to 7, by ISO 8601. */
export const weekdayOf = (day: string): number => temporal().PlainDate.from(day).dayOfWeek
