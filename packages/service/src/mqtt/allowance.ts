/** Token buckets by id, for rate limits at this instance; a caller whose bucket is empty waits. */
export class Allowance {
  readonly #perSecond: number
  readonly #atOnce: number
  readonly #of = new Map<string, { left: number; at: number }>()

  constructor(perSecond: number, atOnce: number) {
    this.#perSecond = perSecond
    this.#atOnce = atOnce
  }

  /** Takes `cost` tokens of `id` at `now` (epoch ms); returns how long the caller has to wait, ms. */
  take(id: string, now: number, cost = 1): number {
    const known = this.#of.get(id) ?? { left: this.#atOnce, at: now }
    const filled = known.left + (Math.max(0, now - known.at) / 1000) * this.#perSecond
    const left = Math.min(this.#atOnce, filled) - cost
    this.#of.set(id, { left, at: now })
    return left >= 0 ? 0 : (-left / this.#perSecond) * 1000
  }

  forget(id: string): void {
    this.#of.delete(id)
  }
}
