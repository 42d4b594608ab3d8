import { temporal } from './temporal.ts'

/** Days are plain `YYYY-MM-DD`: no zone and no change of a clock can move them. */

/** Whether the calendar has the day, between 1900 and 2199: no plant is older, and nothing is planned for later. */
export function isDay(text: string): boolean {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  try {
    return temporal().PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

const dayMs = 86_400_000

/** The day that lies `days` later; earlier where they are negative. */
export const addDays = (day: string, days: number): string =>
  // The days of UTC are all of one length: a batch asks for thousands, and the calendar's own objects take fifty times as long.
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** How many days later `to` is than `from`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs
}

/** 1 (Monday) to 7, by ISO 8601. */
export const weekdayOf = (day: string): number => temporal().PlainDate.from(day).dayOfWeek
