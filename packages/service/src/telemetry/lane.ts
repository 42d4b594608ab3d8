import type { Db } from '../database/db.ts'
import { Problem } from '../base/problem.ts'

/** Half of the pool's connections; the other half stays free for pages, however many loggers reconnect at once. */
const width = 8
/** Bounds of the queues, whose batches are in memory: further batches are refused and retried by their logger. */
const maxWaiting = { live: 256, late: 64 }
const retryAfterS = 3

/** Live batches go before late ones: current data does not wait for a backlog of days. */
type Urgency = keyof typeof maxWaiting

interface Lane {
  running: number
  waiting: Record<Urgency, (() => void)[]>
}

const lanes = new WeakMap<Db, Lane>()

/** Whether a batch is being stored now: background work then waits. */
export function isLaneBusy(db: Db): boolean {
  return (lanes.get(db)?.running ?? 0) > 0
}

/**
 * Limits how many batches this instance stores concurrently; in order of arrival, live batches first.
 * @throws Problem service.unavailable
 */
export async function inLane<T>(db: Db, urgency: Urgency, work: () => Promise<T>): Promise<T> {
  const lane = lanes.get(db) ?? { running: 0, waiting: { live: [], late: [] } }
  lanes.set(db, lane)
  if (lane.running >= width) {
    const own = lane.waiting[urgency]
    if (own.length >= maxWaiting[urgency]) throw new Problem('service.unavailable', { retryAfterS })
    // A finished batch passes its slot to the next.
    await new Promise<void>((resolve) => own.push(resolve))
  } else lane.running += 1
  try {
    return await work()
  } finally {
    const next = lane.waiting.live.shift() ?? lane.waiting.late.shift()
    if (next) next()
    else lane.running -= 1
  }
}
