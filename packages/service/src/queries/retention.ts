import type { PoolClient } from 'pg'
import type { Database } from '../database/database.ts'

/** A month of raw samples: a partition of its own. */
export interface RawMonth {
  table: string
  /** First day. */
  month: string
  /** Its rows lie in the order of device (or logger) and time. */
  is_clustered: boolean
  key: string
}

const lockPatience = '2s'
const clusterPatience = '10min'

/** Months of raw samples, the oldest first. */
export async function findRawMonths({ pool }: Database): Promise<RawMonth[]> {
  const { rows } = await pool.query<RawMonth>(
    `select child.relname as table, replace(right(child.relname, 7), '_', '-') || '-01' as month,
       key.indisclustered as is_clustered, key.indexrelid::regclass::text as key
     from pg_inherits
     join pg_class child on child.oid = inhrelid
     join pg_index key on key.indrelid = child.oid and key.indisprimary
     where inhparent in ('device_sample'::regclass, 'sensor_sample'::regclass)
     order by 2, 1`,
  )
  return rows
}

/** True while a day that reaches into the month is still to be analysed: its raw samples are needed. */
export async function isMonthNeeded({ pool }: Database, month: string): Promise<boolean> {
  const { rows } = await pool.query<{ needed: boolean }>(
    `select exists (select from station_day where (due_at is not null or not is_final)
       and date >= $1::date - 1 and date <= $1::date + interval '1 month') as needed`,
    [month],
  )
  return rows[0]?.needed ?? true
}

/** Names of partitions come from the catalogue; they are quoted all the same. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Gives up after 2 s where somebody reads: the next run tries again. */
export async function dropRawMonth(client: PoolClient, table: string): Promise<void> {
  await client.query(`set local lock_timeout = '${lockPatience}'`)
  await client.query(`drop table ${quoted(table)}`)
}

/** Writes the month anew in the order in which it is read; nobody reads it meanwhile. */
export async function clusterRawMonth(client: PoolClient, { table, key }: RawMonth): Promise<void> {
  await client.query(`set local lock_timeout = '${lockPatience}'`)
  await client.query(`set local statement_timeout = '${clusterPatience}'`)
  await client.query(`cluster ${quoted(table)} using ${quoted(key.replaceAll('"', ''))}`)
  await client.query(`analyze ${quoted(table)}`)
}

/** Forgets the quarter-hours of days before `date`, at most `limit` of each kind; the days themselves stay. */
export async function forgetQuarters({ pool }: Database, date: string, limit: number): Promise<number> {
  let forgotten = 0
  for (const [table, key] of [
    ['device_day', 'device_no'],
    ['station_day', 'station_id'],
  ]) {
    const { rowCount } = await pool.query(
      `update ${table} set quarter_w = '{}'${table === 'station_day' ? ", bin_w = '{}'" : ''} where (${key}, date) in (
         select ${key}, date from ${table} where date < $1 and quarter_w <> '{}' limit $2)`,
      [date, limit],
    )
    forgotten += rowCount ?? 0
  }
  return forgotten
}
