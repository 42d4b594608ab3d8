import { addDays, daysBetween, type DaySpan, localDay } from '@helioport/time/node'
import { type CapacitySpan, commonDays, daysIn, unionDays } from '../figure/capacity.ts'
import { binMs } from '../figure/day-grid.ts'
import { daylightOf, type Place } from '../figure/sun.ts'

/** The days on which data of a station, or of a device, is expected. */
export interface Calendar {
  spans: readonly CapacitySpan[]
  place: Place & { time_zone: string }
  today: string
  /** There is data of today; without any, today is not missing yet. */
  hasToday: boolean
  /** First day that counts; null: that of the installation. */
  since: string | null
}

/** Days of a stretch without a row, and about how many daylight bins of its devices these are. */
export interface MissingDays {
  days: number
  bins: number
}

export const noneMissing: MissingDays = { days: 0, bins: 0 }

/** The part of the stretch that has begun; null: none of it has. */
export function begunDays({ today, since }: Pick<Calendar, 'today' | 'since'>, days: DaySpan): DaySpan | null {
  return commonDays({ from: since ?? days.from, to: today }, days)
}

/** `rows`: days of the stretch that have a row. */
export function missingIn(calendar: Calendar, days: DaySpan, rows: number): MissingDays {
  const begun = begunDays(calendar, days)
  const own = begun ? calendar.spans.flatMap((span) => commonDays(span, begun) ?? []) : []
  const expected = unionDays(own)
  const isTodayOpen = begun?.to === calendar.today && !calendar.hasToday
  const missing = expected - rows - (isTodayOpen ? 1 : 0)
  if (!begun || missing <= 0) return noneMissing
  const devices = own.reduce((sum, span) => sum + daysIn(span), 0) / expected
  const middle = addDays(begun.from, Math.floor(daysBetween(begun.from, begun.to) / 2))
  const light = daylightOf(localDay(middle, calendar.place.time_zone), calendar.place)
  const lightBins = light ? Math.floor((light.to - light.from) / binMs) : 0
  return { days: missing, bins: missing * devices * lightBins }
}

export function sumMissing(parts: readonly MissingDays[]): MissingDays {
  return {
    days: parts.reduce((sum, { days }) => sum + days, 0),
    bins: parts.reduce((sum, { bins }) => sum + bins, 0),
  }
}
