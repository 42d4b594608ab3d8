import type { Db } from '../../database/db.ts'
import { query } from '../../database/session.ts'

const known = new WeakMap<Db, Set<string>>()

/** Creates the monthly partitions for these instants (epoch ms), by a function of the tables' owner. */
export async function ensurePartitions(db: Db, instants: Iterable<number>): Promise<void> {
  const months = known.get(db) ?? new Set<string>()
  known.set(db, months)
  const missing = new Set<string>()
  for (const instant of instants) {
    const month = new Date(instant).toISOString().slice(0, 7)
    if (!months.has(month)) missing.add(month)
  }
  for (const month of missing) {
    await db.transaction((tx) => query(tx, 'select make_sample_partitions($1)', [`${month}-01`]))
    months.add(month)
  }
}

/** Clears the cache after retention dropped a month. */
export function forgetPartitions(db: Db): void {
  known.delete(db)
}
