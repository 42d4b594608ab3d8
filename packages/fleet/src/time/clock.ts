import { setTimeout as delay } from 'node:timers/promises'

/** Time as it is passed in: tests run on one of their own. */
export interface Clock {
  /** Epoch ms. */
  now: () => number
  wait: (ms: number) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: async (ms) => {
    await delay(ms)
  },
}
