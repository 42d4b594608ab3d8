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

/** Pages wait behind whoever waits for the lock, and give up after a second. */
const dropPatience = '500ms'
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

/** Names of partitions come from the catalogue; they are quoted all the same. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Drops a month of raw samples, unless a day that reaches into it is still to be analysed or computed anew. Decided
 * under the lock of the table: a batch that comes in meanwhile is before it or after it, never lost between the two.
 * Gives up where somebody reads or writes for longer than the patience: the next run tries again.
 */
export async function dropRawMonth(client: PoolClient, { table, month }: RawMonth): Promise<boolean> {
  await client.query(`set local lock_timeout = '${dropPatience}'`)
  await client.query(`lock table ${quoted(table)} in access exclusive mode`)
  const { rows } = await client.query<{ needed: boolean }>(
    `select exists (select from station_day where (due_at is not null or not is_final)
       and date >= $1::date - 1 and date <= $1::date + interval '1 month')
     or exists (select from rebuild join device on device.no = rebuild.device_no
       where device.station_id is not null and from_ts < $1::date + interval '1 month') as needed`,
    [month],
  )
  if (rows[0]?.needed !== false) return false
  await client.query(`drop table ${quoted(table)}`)
  return true
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

/** Rows that say themselves until when they mean anything. */
const ending = [
  ['session', 'expires_at'],
  ['attempt', 'expires_at'],
  ['one_time_code', 'expires_at'],
  ['mail_link', 'expires_at'],
  ['known_browser', 'expires_at'],
  ['station_deletion', 'expires_at'],
  ['alarm_snooze', 'until'],
] as const

/** Sign-ins name addresses of people; days on which a mail went out keep a second one from going out that day. */
const dated = [
  ['sign_in', 'at'],
  ['daily_mail', 'day'],
] as const

/** Deletes what ended before `now`, and logs from before `before` (epoch ms). */
export async function deleteEnded({ pool }: Database, now: number, before: number): Promise<void> {
  for (const [table, column] of ending) await pool.query(`delete from ${table} where ${column} <= $1`, [new Date(now)])
  for (const [table, column] of dated) await pool.query(`delete from ${table} where ${column} < $1`, [new Date(before)])
}
