import type { DayBook, LocalDay } from '@helioport/time/node'
import type { CounterStep } from './counter/counter-steps.ts'
import { dayNumber, daySun, type Place, sunWeight } from '../../figure/sun.ts'

/** A longer step counts as long: a minute more or less of sun on one of its days does not matter any more. */
const longMs = 40 * 24 * 3_600_000

/** Sun of its first day, of its last day and of all its days. */
interface LongStep {
  first: { date: string; sun: number }
  last: { date: string; sun: number }
  sun: number
}

/**
 * Distributes a counter step over the local days that it touches.
 *
 * The counter shows how much was produced between two frames, not when. Inside one day that is enough. A step across
 * midnight is distributed in proportion to the clear-sky sun in each day's part: an outage from noon to the next noon
 * gives both days their half, one from dusk to the next morning gives the night nothing. Where the sun never rose, it
 * is distributed in proportion to time. The shares add up to the step: nothing is lost, nothing counts twice.
 */
export class StepShares {
  readonly #book: DayBook
  readonly place: Place
  readonly #shares = new Map<string, Map<string, number>>()
  readonly #longSteps = new Map<string, LongStep>()

  constructor(book: DayBook, place: Place) {
    this.#book = book
    this.place = place
  }

  /** kWh of the step that belong to the day `date`. */
  kwhOn(date: string, { from, to, kwh }: Pick<CounterStep, 'from' | 'to' | 'kwh'>): number {
    if (to - from > longMs) return this.#longShare(date, from, to) * kwh
    const key = `${from} ${to}`
    let shares = this.#shares.get(key)
    if (!shares) this.#shares.set(key, (shares = this.#share(from, to)))
    return (shares.get(date) ?? 0) * kwh
  }

  #share(from: number, to: number): Map<string, number> {
    const parts = this.#book
      .between(from, to - 1)
      .map((day) => ({ date: day.date, from: Math.max(from, day.from), to: Math.min(to, day.to) }))
    const suns = parts.map((part) => sunWeight(part.from, part.to, this.place))
    const sun = suns.reduce((sum, weight) => sum + weight, 0)
    return new Map(
      parts.map((part, index) => [part.date, sun > 0 ? (suns[index] ?? 0) / sun : (part.to - part.from) / (to - from)]),
    )
  }

  /**
   * Share of one day in a step of months or years, without computing each minute of it: whole days count by their
   * clear-sky sun in closed form, the first and the last day by the part of it that lies in the step.
   */
  #longShare(date: string, from: number, to: number): number {
    const { first, last, sun } = this.#longStep(from, to)
    if (date < first.date || date > last.date) return 0
    if (sun === 0) {
      const day = this.#book.of(date)
      return (Math.min(to, day.to) - Math.max(from, day.from)) / (to - from)
    }
    if (date === first.date) return first.sun / sun
    return (date === last.date ? last.sun : daySun(dayNumber(date), this.place)) / sun
  }

  #longStep(from: number, to: number): LongStep {
    const key = `${from} ${to}`
    const known = this.#longSteps.get(key)
    if (known) return known
    const [first, last] = [this.#book.at(from), this.#book.at(to - 1)]
    const ends = [this.#partOf(first, from, first.to), this.#partOf(last, last.from, to)] as const
    let sun = ends[0] + ends[1]
    for (let day = dayNumber(first.date) + 1; day < dayNumber(last.date); day += 1) sun += daySun(day, this.place)
    const step = { first: { date: first.date, sun: ends[0] }, last: { date: last.date, sun: ends[1] }, sun }
    this.#longSteps.set(key, step)
    return step
  }

  #partOf(day: LocalDay, from: number, to: number): number {
    const whole = sunWeight(day.from, day.to, this.place)
    return whole > 0 ? (daySun(dayNumber(day.date), this.place) * sunWeight(from, to, this.place)) / whole : 0
  }
}
