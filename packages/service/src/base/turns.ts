import { setImmediate as turn } from 'node:timers/promises'

/** Other requests have their turn after so long, in ms. */
const longestMs = 10

/** A long loop asks after each step whether its turn is over, and if so lets other requests have theirs. */
export class Turns {
  #endsAt = performance.now() + longestMs

  isOver(): boolean {
    return performance.now() >= this.#endsAt
  }

  async next(): Promise<void> {
    await turn()
    this.#endsAt = performance.now() + longestMs
  }
}
