import { seedOf, uniform } from '../random/noise.ts'
import { backOffMs } from '../time/back-off.ts'
import type { Clock } from '../time/clock.ts'
import { tickAtOrBefore, tickMs } from '../time/tick.ts'
import type { VirtualLogger } from './virtual-logger.ts'

export interface LiveSettings {
  plantKey: string
  serial: string
  logger: VirtualLogger
  seed: number
  clock: Clock
}

/**
 * Sends one upload per tick, each logger at its own offset after the tick. A failed upload is retried with back-off, at
 * the latest at the next tick. Never returns.
 */
export async function reportLive({ plantKey, serial, logger, seed, clock }: LiveSettings): Promise<never> {
  const own = seedOf(seed, serial)
  const offsetMs = Math.round(2000 + 18_000 * uniform(seedOf(seed, plantKey), 71, 0))
  for (let failures = 0; ;) {
    const due = tickAtOrBefore(clock.now() - offsetMs) + tickMs + offsetMs
    await clock.wait(failures === 0 ? due - clock.now() : Math.min(backOffMs(own, failures), due - clock.now()))
    failures = (await logger.upload()) ? 0 : failures + 1
  }
}
