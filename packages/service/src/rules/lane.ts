import type { Database } from '../database/database.ts'
import { Problem } from './problem.ts'

/** Half of the connections: however many loggers come back at once, pages find the other half. */
const width = 8
/** Whoever comes when so many wait is asked to come back; the batches that wait are in memory. */
const maxWaiting = 64
const retryAfterS = 3

interface Lane {
  running: number
  waiting: (() => void)[]
}

const lanes = new WeakMap<Database, Lane>()

/** Whether a batch is being stored just now: what can wait leaves it the machine. */
export function isLaneBusy(db: Database): boolean {
  return (lanes.get(db)?.running ?? 0) > 0
}

/**
 * Lets so many batches at once at the database of this instance, in the order in which they came.
 * @throws Problem service.unavailable
 */
export async function inLane<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const lane = lanes.get(db) ?? { running: 0, waiting: [] }
  lanes.set(db, lane)
  if (lane.running >= width) {
    if (lane.waiting.length >= maxWaiting) throw new Problem('service.unavailable', { retryAfterS })
    // Whoever leaves hands over its place.
    await new Promise<void>((resolve) => lane.waiting.push(resolve))
  } else lane.running += 1
  try {
    return await work()
  } finally {
    const next = lane.waiting.shift()
    if (next) next()
    else lane.running -= 1
  }
}
