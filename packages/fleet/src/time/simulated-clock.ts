import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from './clock.ts'

export interface SimulatedClock extends Clock {
  /**
   * Advances the clock to `to`. Waits end one after the other at their instants; what each one starts runs before the
   * next ends. `sleepers`: how many waits there are when all are idle. Where work goes over a network, the clock stands
   * still until there are so many again.
   */
  runTo: (to: number, sleepers?: number) => Promise<void>
}

/** A clock that stands at `from` until it is told to run. */
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
    // Lets everything run that does not wait for the clock.
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
