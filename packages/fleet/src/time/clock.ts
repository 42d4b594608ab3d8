import { setTimeout as delay } from 'node:timers/promises'

/** Injected clock: tests use a simulated one. */
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
