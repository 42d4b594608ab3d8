import type { Database } from '../database/open-database.ts'
import type { RecordedQuery } from './recorded-queries.ts'

/** The shards that a statement on a distributed table reaches. */
export interface Reach {
  text: string
  /** Number of shards of its widest part. */
  shards: number
  /** Null: it reaches one shard, or at most as many as the devices that it names. */
  fault: string | null
}

/** Statements that may reach every shard, with the reason why their cost is bounded. */
const everywhere: readonly RegExp[] = [
  // Readings of a station's sensors: one range of the key for each of its few loggers.
  /from sensor_sample where logger_no in \(select logger_no from station_sensor/,
]

/** The reach of a statement by Citus's plan; it is not executed. `devices`: number of devices in `any(…)`. */
export async function reachOf(db: Database, { text, values }: RecordedQuery, devices: number): Promise<Reach> {
  const { rows } = await db.pool.query<{ 'QUERY PLAN': unknown }>(`explain (costs off, format json) ${text}`, values)
  const counts = [...taskCounts(rows[0]?.['QUERY PLAN'])]
  const shards = Math.max(0, ...counts)
  const named = text.includes('device_no = any(') ? devices : 1
  const isBounded = shards <= named || everywhere.some((pattern) => pattern.test(text))
  return { text, shards, fault: isBounded ? null : `${shards} shards` }
}

function* taskCounts(node: unknown): Generator<number> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (key === 'Task Count' && typeof value === 'number') yield value
    else yield* taskCounts(value)
  }
}
