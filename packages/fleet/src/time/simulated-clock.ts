import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from './clock.ts'

export interface SimulatedClock extends Clock {
  /**
   * Advances the clock to `to`. Waits end one after the other at their instants; work that a wait starts runs before
   * the next wait ends. `sleepers`: number of waits while everything is idle. For work over a network, the clock stands
   * still until that number is reached again.
   */
  runTo: (to: number, sleepers?: number) => Promise<void>
}

/** A clock that stands at `from` until `runTo` is called. */
export function simulatedClock(from: number): SimulatedClock {
  let now = from
  let count = 0
  let noteWait = () => {}
  const waits: { at: number; order: number; resolve: () => void }[] = []

  async function untilAsleep(sleepers: number): Promise<void> {
    while (waits.length < sleepers) {
      await new Promise<void>((resolve) => {
        noteWait = resolve
      })
    }
    // Lets all work run that does not wait for the clock.
    await nextTurn()
  }

  return {
    now: () => now,
    wait: (ms) =>
      new Promise((resolve) => {
        waits.push({ at: now + Math.max(ms, 0), order: count++, resolve })
        noteWait()
      }),
    async runTo(to, sleepers = 0) {
      for (;;) {
        await untilAsleep(sleepers)
        waits.sort((a, b) => a.at - b.at || a.order - b.order)
        const next = waits[0]
        if (!next || next.at > to) break
        waits.shift()
        now = next.at
        next.resolve()
      }
      now = Math.max(now, to)
    },
  }
}
