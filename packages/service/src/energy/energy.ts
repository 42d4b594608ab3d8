import type { DayBook } from '@helioport/time/node'
import type { CounterStep } from './counter-steps.ts'
import { type Place, sunWeight } from '../figure/sun.ts'

/**
 * Shares a counter step out among the local days that it touches.
 *
 * The counter says how much was produced between two frames, not when. Inside one day that is enough. Across
 * midnight the step is shared in the proportion of the clear-sky sun in each day's part, so that an outage from noon
 * to the next noon gives both days their half, and one from dusk to the next morning gives the night nothing; in
 * proportion to time where the sun never rose. The shares add up to the step: nothing is lost, nothing counts twice.
 */
export class StepShares {
  readonly #book: DayBook
  readonly #place: Place
  readonly #shares = new Map<string, Map<string, number>>()

  constructor(book: DayBook, place: Place) {
    this.#book = book
    this.#place = place
  }

  /** kWh of the step that belong to the day `date`. */
  kwhOn(date: string, { from, to, kwh }: Pick<CounterStep, 'from' | 'to' | 'kwh'>): number {
    const key = `${from} ${to}`
    let shares = this.#shares.get(key)
    if (!shares) this.#shares.set(key, (shares = this.#share(from, to)))
    return (shares.get(date) ?? 0) * kwh
  }

  #share(from: number, to: number): Map<string, number> {
    const parts = this.#book
      .between(from, to - 1)
      .map((day) => ({ date: day.date, from: Math.max(from, day.from), to: Math.min(to, day.to) }))
    const suns = parts.map((part) => sunWeight(part.from, part.to, this.#place))
    const sun = suns.reduce((sum, weight) => sum + weight, 0)
    return new Map(
      parts.map((part, index) => [part.date, sun > 0 ? (suns[index] ?? 0) / sun : (part.to - part.from) / (to - from)]),
    )
  }
}
