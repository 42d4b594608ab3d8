import { query, type Session, type Transaction } from '../../database/session.ts'

/** A month of raw samples, one partition. */
export interface RawMonth {
  /** The partitioned table. */
  parent: string
  /** First day. */
  month: string
  /** Its rows are stored in the order of device (or logger) and time. */
  is_clustered: boolean
}

/** Short, because pages queue behind a waiting lock and give up after a second. */
const dropPatience = '500ms'
const lockPatience = '2s'
const clusterPatience = '10min'

/** Months of raw samples, the oldest first. */
export async function findRawMonths(db: Session): Promise<RawMonth[]> {
  const { rows } = await query<RawMonth>(
    db,
    `select inhparent::regclass::text as parent, replace(right(child.relname, 7), '_', '-') || '-01' as month,
       key.indisclustered as is_clustered
     from pg_inherits
     join pg_class child on child.oid = inhrelid
     join pg_index key on key.indrelid = child.oid and key.indisprimary
     where inhparent in ('device_sample'::regclass, 'sensor_sample'::regclass)
     order by 2, 1`,
  )
  return rows
}

/** Whether frames of the month (its first day) arrived after `since`, epoch ms. */
export async function hasArrivals(db: Session, month: string, since: number): Promise<boolean> {
  const { rowCount } = await query(
    db,
    `select from device_sample where ts >= $1::timestamp at time zone 'UTC'
       and ts < ($1::timestamp + interval '1 month') at time zone 'UTC'
       and ts + delay_s * interval '1 second' > $2 limit 1`,
    [month, new Date(since)],
  )
  return rowCount !== 0
}

/**
 * Whether the month has rows of an import that can still be undone: begun after `since` (epoch ms), or being undone.
 */
export async function canBeUndone(db: Session, month: string, since: number): Promise<boolean> {
  const { rowCount } = await query(
    db,
    `select from history_import where state <> 'undone' and (at >= $2 or state = 'undoing')
       and first_ts < ($1::timestamp + interval '1 month') at time zone 'UTC'
       and last_ts >= $1::timestamp at time zone 'UTC' limit 1`,
    [month, new Date(since)],
  )
  return rowCount !== 0
}

/**
 * Drops a month of raw samples, unless a day that overlaps it is still to be analysed or recomputed (a function of the
 * owner checks that under the table's lock). Fails if the lock is not granted within the time-out: the next run
 * retries.
 */
export async function dropRawMonth(tx: Transaction, { parent, month }: RawMonth): Promise<boolean> {
  await query(tx, `set local lock_timeout = '${dropPatience}'`)
  const { rows } = await query<{ dropped: boolean }>(tx, 'select drop_raw_month($1, $2) as dropped', [parent, month])
  return rows[0]?.dropped === true
}

/** Rewrites the month in the order in which it is read; readers wait meanwhile. */
export async function clusterRawMonth(tx: Transaction, { parent, month }: RawMonth): Promise<void> {
  await query(tx, `set local lock_timeout = '${lockPatience}'`)
  await query(tx, `set local statement_timeout = '${clusterPatience}'`)
  await query(tx, 'select cluster_raw_month($1, $2)', [parent, month])
}

const emptied = {
  device_day: "quarter_w = '{}', quarter_kwh = '{}'",
  station_day: `quarter_w = '{}', bin_w = '{}', quarter_irradiance_wm2 = '{}', quarter_ambient_c = '{}',
    quarter_module_c = '{}'`,
}

/** Clears the quarter-hours of days before `date`, at most `limit` of each kind; the days themselves stay. */
export async function forgetQuarters(tx: Transaction, date: string, limit: number): Promise<number> {
  let forgotten = 0
  for (const [table, key] of [
    ['device_day', 'device_no'],
    ['station_day', 'station_id'],
  ] as const) {
    const { rowCount } = await query(
      tx,
      `update ${table} set ${emptied[table]} where (${key}, date) in (
         select ${key}, date from ${table} where date < $1 and quarter_w <> '{}' limit $2)`,
      [date, limit],
    )
    forgotten += rowCount ?? 0
  }
  const { rowCount } = await query(
    tx,
    `delete from device_curve where (device_no, date) in (
       select device_no, date from device_curve where date < $1 limit $2)`,
    [date, limit],
  )
  return forgotten + (rowCount ?? 0)
}

/** Tables whose rows have an end of validity. */
const ending = [
  ['session', 'expires_at'],
  ['attempt', 'expires_at'],
  ['one_time_code', 'expires_at'],
  ['mail_link', 'expires_at'],
  ['known_browser', 'expires_at'],
  ['station_deletion', 'expires_at'],
  ['alarm_snooze', 'until'],
] as const

/** Logs: sign-ins contain addresses of people; `daily_mail` prevents a second mail on the same day. */
const dated = [
  ['sign_in', 'at'],
  ['daily_mail', 'day'],
] as const

/** Deletes rows that ended before `now`, and logs older than `before` (epoch ms). */
export async function deleteEnded(tx: Transaction, now: number, before: number): Promise<void> {
  for (const [table, column] of ending) await query(tx, `delete from ${table} where ${column} <= $1`, [new Date(now)])
  for (const [table, column] of dated) await query(tx, `delete from ${table} where ${column} < $1`, [new Date(before)])
}
