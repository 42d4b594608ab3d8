import type { Db } from '../database/db.ts'
import { Problem } from '../base/problem.ts'

/** Half of the connections: however many loggers come back at once, pages find the other half. */
const width = 8
/** Whoever comes when so many wait is asked to come back; the batches that wait are in memory. */
const maxWaiting = { live: 256, late: 64 }
const retryAfterS = 3

/** What is of now goes before what was kept: the minutes of today are not to wait for the days of a backlog. */
type Urgency = keyof typeof maxWaiting

interface Lane {
  running: number
  waiting: Record<Urgency, (() => void)[]>
}

const lanes = new WeakMap<Db, Lane>()

/** Whether a batch is being stored just now: what can wait leaves it the machine. */
export function isLaneBusy(db: Db): boolean {
  return (lanes.get(db)?.running ?? 0) > 0
}

/**
 * Lets so many batches at once at the database of this instance, in the order in which they came, live ones first.
 * @throws Problem service.unavailable
 */
export async function inLane<T>(db: Db, urgency: Urgency, work: () => Promise<T>): Promise<T> {
  const lane = lanes.get(db) ?? { running: 0, waiting: { live: [], late: [] } }
  lanes.set(db, lane)
  if (lane.running >= width) {
    const own = lane.waiting[urgency]
    if (own.length >= maxWaiting[urgency]) throw new Problem('service.unavailable', { retryAfterS })
    // Whoever leaves hands over its place.
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
