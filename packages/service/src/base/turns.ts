import { setImmediate as turn } from 'node:timers/promises'

/** Longest time, in ms, before a loop yields to other requests. */
const longestMs = 10

/** For long loops: after each step, `isOver` tells whether to yield, and `next` yields to other requests. */
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
