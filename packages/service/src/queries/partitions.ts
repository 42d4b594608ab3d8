import type { PoolClient } from 'pg'
import type { Database } from '../database/database.ts'

const tables = ['device_sample', 'sensor_sample'] as const

/** Any number that no other advisory lock of the portal uses. */
const lockKey = 7_142_001

const known = new WeakMap<Database, Set<string>>()

/**
 * Makes the monthly partitions that hold these instants (epoch ms). A table is made first and attached then:
 * attaching does not wait for readers, `create table ... partition of` would.
 */
export async function ensurePartitions(db: Database, instants: Iterable<number>): Promise<void> {
  const months = known.get(db) ?? new Set<string>()
  known.set(db, months)
  const missing = new Set<string>()
  for (const instant of instants) {
    const month = new Date(instant).toISOString().slice(0, 7)
    if (!months.has(month)) missing.add(month)
  }
  if (missing.size === 0) return
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    for (const month of missing) for (const table of tables) await createPartition(client, table, month)
    await client.query('commit')
    for (const month of missing) months.add(month)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** A month was dropped by whoever keeps house: ask again. */
export function forgetPartitions(db: Database): void {
  known.delete(db)
}

async function createPartition(client: PoolClient, table: (typeof tables)[number], month: string): Promise<void> {
  const name = `${table}_${month.replace('-', '_')}`
  const { rowCount } = await client.query('select 1 from pg_class where oid = to_regclass($1)', [name])
  if (rowCount) return
  const next = new Date(`${month}-01T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  await client.query(`create table ${name} (like ${table} including all)`)
  await client.query(
    `alter table ${table} attach partition ${name}
     for values from ('${month}-01 00:00:00+00') to ('${next.toISOString().slice(0, 10)} 00:00:00+00')`,
  )
}
