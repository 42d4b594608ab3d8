import { Temporal } from 'temporal-polyfill'

const hourMs = 3_600_000

/** One local day of a zone: [from, to) in epoch ms; 23, 24 or 25 hours long, more at rare changes of the zone. */
export interface LocalDay {
  date: string
  from: number
  to: number
}

export function isDayDate(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }) !== null
  } catch {
    return false
  }
}

export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

export function localDay(date: string, timeZone: string): LocalDay {
  const day = Temporal.PlainDate.from(date)
  const start = (plain: Temporal.PlainDate) => plain.toZonedDateTime({ timeZone }).startOfDay().epochMilliseconds
  return { date, from: start(day), to: start(day.add({ days: 1 })) }
}

/** Local day of an instant (epoch ms). */
export function localDayAt(instant: number, timeZone: string): LocalDay {
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(timeZone)
  return localDay(zoned.toPlainDate().toString(), timeZone)
}

/** What the clocks of a zone say at an instant, in minutes from 00:00. */
export function minuteOfDay(instant: number, timeZone: string): number {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
  return hour * 60 + minute
}

/** Local time of an instant with its offset, `2026-10-25 02:30:00+01:00`: no hour of a long day is meant twice. */
export function localTime(at: number, timeZone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' }).replace('T', ' ')
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

export function iso(instant: number): string {
  return new Date(instant).toISOString()
}

/**
 * Finds local days of many instants of one zone: a day is computed once and kept.
 * Zone arithmetic costs microseconds, a lookup nanoseconds; a batch has 10,000 rows.
 */
export class DayBook {
  readonly timeZone: string
  #days = new Map<string, LocalDay>()
  #byHour = new Map<number, LocalDay>()
  #last: LocalDay | null = null

  constructor(timeZone: string) {
    this.timeZone = timeZone
  }

  at(instant: number): LocalDay {
    const last = this.#last
    if (last && instant >= last.from && instant < last.to) return last
    const hour = Math.floor(instant / hourMs)
    const guess = this.#byHour.get(hour)
    if (guess && instant >= guess.from && instant < guess.to) return (this.#last = guess)
    const day = this.of(localDayAt(instant, this.timeZone).date)
    this.#byHour.set(hour, day)
    return (this.#last = day)
  }

  of(date: string): LocalDay {
    let day = this.#days.get(date)
    if (!day) this.#days.set(date, (day = localDay(date, this.timeZone)))
    return day
  }

  /** Days from the one that holds `from` to the one that holds `to`, both included. */
  between(from: number, to: number): LocalDay[] {
    const last = this.at(to).date
    const days = [this.at(from)]
    for (let day = days[0]; day && day.date < last;) {
      day = this.of(addDays(day.date, 1))
      days.push(day)
    }
    return days
  }
}
