import { dayAt, type LocalDay, localDay } from './local-day.ts'
import { addDays } from './plain-day.ts'

const hourMs = 3_600_000

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
    const day = this.of(dayAt(instant, this.timeZone))
    this.#byHour.set(hour, day)
    return (this.#last = day)
  }

  of(date: string): LocalDay {
    let day = this.#days.get(date)
    if (!day) this.#days.set(date, (day = localDay(date, this.timeZone)))
    return day
  }

  /**
   * Days from the one that contains `from` to the one that contains `to`, inclusive, without days that the zone skips.
   */
  between(from: number, to: number): LocalDay[] {
    const last = this.at(to).date
    const days = [this.at(from)]
    for (let day = days[0]; day && day.date < last;) {
      day = this.of(addDays(day.date, 1))
      if (day.to > day.from) days.push(day)
    }
    return days
  }
}
