import type { Database } from '../../database/database.ts'

const known = new WeakMap<Database, Set<string>>()

/** Makes the monthly partitions that hold these instants (epoch ms), by a function of the tables' owner. */
export async function ensurePartitions(db: Database, instants: Iterable<number>): Promise<void> {
  const months = known.get(db) ?? new Set<string>()
  known.set(db, months)
  const missing = new Set<string>()
  for (const instant of instants) {
    const month = new Date(instant).toISOString().slice(0, 7)
    if (!months.has(month)) missing.add(month)
  }
  for (const month of missing) {
    await db.pool.query('select make_sample_partitions($1)', [`${month}-01`])
    months.add(month)
  }
}

/** A month was dropped by whoever keeps house: ask again. */
export function forgetPartitions(db: Database): void {
  known.delete(db)
}
