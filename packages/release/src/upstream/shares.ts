/** Limit per address: this many connections for each one that is still free. */
const perFree = 8

/**
 * Connections that callers share fairly: a caller's limit shrinks as connections get scarce. A single caller gets at
 * most eight of nine, two get eight of seventeen each. A request over the limit waits briefly in its caller's own
 * queue, and delays nobody else.
 */
export class Shares {
  readonly #total: number
  readonly #of = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()
  #taken = 0

  constructor(total: number) {
    this.#total = total
  }

  /** Resolves when the caller may have one more; call the returned function to give it back (idempotent). */
  async take(caller: string): Promise<() => void> {
    if (!this.#waiting.has(caller) && this.#mayHave(caller)) this.#add(caller, 1)
    else {
      const row = this.#waiting.get(caller) ?? []
      this.#waiting.set(caller, row)
      await new Promise<void>((begin) => row.push(begin))
    }
    let isGiven = true
    return () => {
      if (!isGiven) return
      isGiven = false
      this.#add(caller, -1)
      this.#next()
    }
  }

  #mayHave(caller: string): boolean {
    return (this.#of.get(caller) ?? 0) < perFree * (this.#total - this.#taken)
  }

  #add(caller: string, by: 1 | -1): void {
    this.#taken += by
    const own = (this.#of.get(caller) ?? 0) + by
    if (own > 0) this.#of.set(caller, own)
    else this.#of.delete(caller)
  }

  /** Serves the caller that waited longest, who then goes behind the others. */
  #next(): void {
    for (const [caller, row] of this.#waiting) {
      if (!this.#mayHave(caller)) continue
      const begin = row.shift()
      this.#waiting.delete(caller)
      if (row.length > 0) this.#waiting.set(caller, row)
      this.#add(caller, 1)
      begin?.()
      return
    }
  }
}
