import type { Database } from '../database/open-database.ts'
import type { RecordedQuery } from './recorded-queries.ts'

/** Where a statement goes that asks a table which is spread over workers. */
export interface Reach {
  text: string
  /** Shards of its widest part. */
  shards: number
  /** What is wrong with it; null: it goes to one shard, or to no more than it names. */
  fault: string | null
}

/** Statements that ask every shard, and why that is bounded: one answer of each, by its index. */
const everywhere: readonly RegExp[] = [
  // The readings of a station's sensors: one stretch of a day by the key, of the few loggers that it has.
  /from sensor_sample where logger_no in \(select logger_no from station_sensor/,
]

/** A statement as Citus would carry it out; nothing is. `devices`: so many are asked for at once. */
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
