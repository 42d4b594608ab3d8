/** Connections to the database that tries may have at once: whoever guesses takes them from nobody else. */
const width = 4
/** So many tries of one thing wait for each other, and of all. */
const mostWaiting = { ofOne: 100, ofAll: 2_000 }

interface Waiting {
  key: string
  begin: () => void
}

/**
 * Tries of one thing wait for each other anyway, so that each is counted: they do it here and not at connections, of which
 * a hundred guesses at once would leave none for pages.
 */
export class TryLane {
  readonly #running = new Set<string>()
  #waiting: Waiting[] = []

  /** Null: too many wait already, and nothing was done. */
  async during<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    if (this.#running.size >= width || this.#running.has(key)) {
      const own = this.#waiting.filter((one) => one.key === key).length
      if (own >= mostWaiting.ofOne || this.#waiting.length >= mostWaiting.ofAll) return null
      // Whoever ends has already written down that this one runs.
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
