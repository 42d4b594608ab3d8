/** Most database connections that tries use at once: a flood of guesses leaves the others to all other requests. */
const width = 4
/** Most tries that wait, of one key and in total. */
const mostWaiting = { ofOne: 100, ofAll: 2_000 }

interface Waiting {
  key: string
  begin: () => void
}

/**
 * Tries of one key are serialized anyway, so that each is counted. They queue here without holding a connection: a
 * hundred guesses at once would otherwise take the whole pool.
 */
export class TryLane {
  readonly #running = new Set<string>()
  #waiting: Waiting[] = []

  /** Null: the queue is full, and `work` was not run. */
  async during<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    if (this.#running.size >= width || this.#running.has(key)) {
      const own = this.#waiting.filter((one) => one.key === key).length
      if (own >= mostWaiting.ofOne || this.#waiting.length >= mostWaiting.ofAll) return null
      // #next has added the key to #running before it calls `begin`.
      await new Promise<void>((begin) => this.#waiting.push({ key, begin }))
    } else this.#running.add(key)
    try {
      return await work()
    } finally {
      this.#running.delete(key)
      this.#next()
    }
  }

  #next(): void {
    const next = this.#waiting.find(({ key }) => !this.#running.has(key))
    if (next === undefined) return
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#running.add(next.key)
    next.begin()
  }
}
