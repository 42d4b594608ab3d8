import { uploadIntervalMs } from '@helioport/contract'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { CopyRows } from '../../database/binary-copy.ts'
import {
  counterColumns,
  scalarColumns,
  sensorColumns,
  vectorColumns,
  vectorElements,
} from '../../database/sample-columns.ts'
import { clientOf, query, type Transaction } from '../../database/session.ts'

/** Stretch of the frames of one device, epoch ms. */
export interface FrameWindow {
  deviceNo: number
  first: number
  last: number
}

/** The frames of one device in a batch. */
export interface BatchWindow extends FrameWindow {
  /** Instant of the newest frame with a lifetime counter. */
  lastCounter: number | null
  /** Every frame is later than the one before it, so there are no duplicates. */
  isRising: boolean
}

/** Takes the lock of a station, which serializes its batches and roll-ups. */
export async function lockStation(tx: Transaction, stationId: string): Promise<void> {
  await query(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [stationId])
}

/** The same lock without waiting; false: it is held. */
export async function tryLockStation(tx: Transaction, stationId: string): Promise<boolean> {
  const { rows } = await query<{ locked: boolean }>(
    tx,
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked',
    [stationId],
  )
  return rows[0]?.locked ?? false
}

/**
 * Inserts device frames into `device_sample`; existing rows stay as they are. Returns how many are new.
 * `isLocked`: nothing else can write frames of these devices meanwhile.
 */
export async function insertDeviceFrames(
  tx: Transaction,
  rows: CopyRows,
  windows: readonly BatchWindow[],
  isLocked: boolean,
): Promise<number> {
  const isFresh = isLocked && windows.every((window) => window.isRising) && !(await hasDeviceFrames(tx, windows))
  return isFresh ? copyInto(tx, 'device_sample', rows) : insertCopied(tx, 'device_sample', rows)
}

export async function insertSensorFrames(
  tx: Transaction,
  rows: CopyRows,
  logger: { no: number; first: number; last: number; isRising: boolean },
  isLocked: boolean,
): Promise<number> {
  const isFresh = isLocked && logger.isRising && !(await hasSensorFrames(tx, logger))
  return isFresh ? copyInto(tx, 'sensor_sample', rows) : insertCopied(tx, 'sensor_sample', rows)
}

/** Checks all devices over the whole stretch of the batch: mostly they report together. */
async function hasDeviceFrames(tx: Transaction, windows: readonly FrameWindow[]): Promise<boolean> {
  const { rowCount } = await query(
    tx,
    'select from device_sample where device_no = any($1::integer[]) and ts >= $2 and ts <= $3 limit 1',
    [
      windows.map((window) => window.deviceNo),
      new Date(Math.min(...windows.map((window) => window.first))),
      new Date(Math.max(...windows.map((window) => window.last))),
    ],
  )
  return rowCount !== 0
}

async function hasSensorFrames(tx: Transaction, { no, first, last }: { no: number; first: number; last: number }) {
  const { rowCount } = await query(
    tx,
    'select from sensor_sample where logger_no = $1 and ts >= $2 and ts <= $3 limit 1',
    [no, new Date(first), new Date(last)],
  )
  return rowCount !== 0
}

async function copyInto(tx: Transaction, table: string, { columns, body }: CopyRows): Promise<number> {
  const copy = clientOf(tx).query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin (format binary)`))
  await pipeline(Readable.from([body]), copy)
  return copy.rowCount
}

/** Copies into a temporary table first: COPY itself cannot skip existing rows. */
async function insertCopied(tx: Transaction, table: string, rows: CopyRows): Promise<number> {
  const batch = `${table}_batch`
  await query(tx, `create temp table if not exists ${batch} (like ${table}) on commit delete rows`)
  await copyInto(tx, `pg_temp.${batch}`, rows)
  const columns = rows.columns.join(', ')
  // Citus counts the given rows, not the inserted ones: count what `returning` yields.
  const { rows: taken } = await query(
    tx,
    `insert into ${table} (${columns}) select ${columns} from pg_temp.${batch} on conflict do nothing returning 1 as one`,
  )
  return taken.length
}

/** Deletes frames and readings that others of the same instants replace. */
export async function deleteFrames(
  tx: Transaction,
  devices: readonly { no: number; at: number }[],
  sensors: { loggerNo: number; instants: readonly number[] },
): Promise<void> {
  await query(
    tx,
    `delete from device_sample s using unnest($1::integer[], $2::timestamptz[]) as row (device_no, ts)
     where s.device_no = row.device_no and s.ts = row.ts and s.device_no = any($1::integer[])`,
    [devices.map(({ no }) => no), devices.map(({ at }) => new Date(at))],
  )
  await query(tx, 'delete from sensor_sample where logger_no = $1 and ts = any($2::timestamptz[])', [
    sensors.loggerNo,
    sensors.instants.map((at) => new Date(at)),
  ])
  await query(
    tx,
    `delete from kept_aside a using unnest($1::integer[], $2::timestamptz[]) as row (device_no, ts)
     where a.device_no = row.device_no and a.ts = row.ts`,
    [devices.map(({ no }) => no), devices.map(({ at }) => new Date(at))],
  )
  await query(tx, 'delete from kept_aside where logger_no = $1 and device_no is null and ts = any($2::timestamptz[])', [
    sensors.loggerNo,
    sensors.instants.map((at) => new Date(at)),
  ])
}

/** Updates newest frame and newest lifetime counter of the devices after a batch was inserted. */
export async function upsertLatest(
  tx: Transaction,
  windows: readonly BatchWindow[],
  behindS: number | null = null,
): Promise<void> {
  const scalars = [...counterColumns, ...scalarColumns].map(([, column]) => column)
  // Nulls keep their position: a gap among the trackers does not shorten the list.
  const vectors = vectorColumns.map(
    ([, column, length]) => `array[${vectorElements(`s.${column}`, length).join(', ')}]`,
  )
  const columns = ['ts', 'mode', 'error_word', 'sub_state', ...scalars, ...vectorColumns.map(([, column]) => column)]
  const values = [
    's.ts',
    's.mode',
    's.error_word',
    's.sub_state',
    ...scalars.map((column) => `s.${column}`),
    ...vectors,
  ]
  const newest = 'unnest($1::integer[], $2::timestamptz[]) as newest (device_no, ts)'
  await query(
    tx,
    `insert into device_latest (device_no, ${columns.join(', ')})
     select s.device_no, ${values.join(', ')}
     from ${newest} join device_sample s on s.device_no = newest.device_no and s.ts = newest.ts
     where s.device_no = any($1::integer[])
     on conflict (device_no) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
     where excluded.ts >= device_latest.ts`,
    [windows.map((window) => window.deviceNo), windows.map((window) => new Date(window.last))],
  )
  await updateIntervals(
    tx,
    windows.map((window) => window.deviceNo),
    behindS,
  )
  const counting = windows.filter((window) => window.lastCounter !== null)
  if (counting.length === 0) return
  await query(
    tx,
    `with s as materialized (
       select s.device_no, s.ts, s.energy_total_kwh
       from ${newest} join device_sample s on s.device_no = newest.device_no and s.ts = newest.ts
       where s.device_no = any($1::integer[]) and s.energy_total_kwh is not null)
     update device_latest set counter_ts = s.ts, counter_kwh = s.energy_total_kwh from s
     where device_latest.device_no = s.device_no
       and (device_latest.counter_ts is null or device_latest.counter_ts <= s.ts)`,
    [counting.map((window) => window.deviceNo), counting.map((window) => new Date(window.lastCounter ?? 0))],
  )
}

/** Number of newest frames that determine the interval, and the longest interval of a logger (s). */
const newestFrames = 7
const longestIntervalS = 4500
/** Minimum (s): a device that sends every second is not silent after three; transfer and pages take longer. */
const shortestIntervalS = 20
/** With fewer steps the interval is at least the usual one: a restarted gateway may send two frames within a second. */
const fewestSteps = 4

/**
 * The interval (s) of the rows `newest (nth, step, …)`, the newest first: the lower quartile of the steps, so that
 * missing frames do not lengthen it; but when a logger switches to a longer interval, the longer one at once.
 */
const intervalOfSteps = `greatest(
  percentile_disc(0.25) within group (order by step) filter (where step <= ${longestIntervalS}),
  case when max(step) filter (where nth <= 3) <= ${longestIntervalS} then min(step) filter (where nth <= 3) end)`
const stepsDown = `row_number() over (order by ts desc) as nth,
  date_part('epoch', lag(ts) over (order by ts desc) - ts) as step`

/**
 * Updates the interval in which these devices send. Where a logger sends several frames at once, the interval is that
 * of its uploads, up to 5 minutes.
 *
 * Updates also the lag of the clock that stamps the frames, so that current frames count as current: the least delay of
 * the newest frames, but no more than `behindS`, by which the logger's clock is behind; null: unknown, the lag stays.
 */
async function updateIntervals(tx: Transaction, deviceNos: readonly number[], behindS: number | null): Promise<void> {
  await query(
    tx,
    `with found as materialized (
       select device_no, own[1] as step, own[2] as steps, own[3] as together, own[4] as least_delay from (
         select own.device_no, (
           select array[${intervalOfSteps}, count(step), max(delay_s) - min(delay_s), min(delay_s)]::real[]
           from (select delay_s, ${stepsDown} from (
             select ts, delay_s from device_sample s where s.device_no = own.device_no
             order by ts desc limit ${newestFrames}) last) newest) as own
         from sample_device own where own.device_no = any($1::integer[])) each)
     update device_latest set interval_s = coalesce(
       greatest(found.step, ${shortestIntervalS}, least($2::real, found.step + found.together),
         case when found.steps < ${fewestSteps} then $2::real end), $2::real),
       lag_s = case when $3::real is null then lag_s else greatest(0, least($3::real, found.least_delay)) end
     from found where device_latest.device_no = found.device_no`,
    [deviceNos, uploadIntervalMs / 1000, behindS],
  )
}

/** Updates the newest reading of a logger's sensors, after readings up to `last` (epoch ms) were inserted. */
export async function upsertSensorLatest(tx: Transaction, loggerNo: number, last: number): Promise<void> {
  const columns = ['ts', ...sensorColumns.map(([, column]) => column)]
  await query(
    tx,
    `insert into sensor_latest (logger_no, ${columns.join(', ')})
     select logger_no, ${columns.join(', ')} from sensor_sample where logger_no = $1 and ts = $2
     on conflict (logger_no) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
     where excluded.ts >= sensor_latest.ts`,
    [loggerNo, new Date(last)],
  )
  await query(
    tx,
    `with found as materialized (
       select ${intervalOfSteps} as step from (select ${stepsDown} from (
         select ts from sensor_sample where logger_no = $1 order by ts desc limit ${newestFrames}) last) newest)
     update sensor_latest set interval_s = greatest($2::real, found.step) from found where logger_no = $1`,
    [loggerNo, uploadIntervalMs / 1000],
  )
}

export interface HeardLogger {
  id: string
  seq: number
  now: number
  loggerTime: number
  firmware?: string
  backlogRows?: number
  /** Counts of the batch's refused rows by reason, and the reason of the last one. */
  refused?: { counts: Readonly<Record<string, number>>; code: string }
}

/**
 * Smooths the clock's offset, because a batch may have been delayed in transfer: one batch moves the offset by a
 * quarter. The count of refused rows restarts after a week without any.
 */
export async function updateLogger(tx: Transaction, logger: HeardLogger): Promise<void> {
  await query(
    tx,
    `update logger set last_seq = $2, last_batch_at = $3, firmware = coalesce($5, firmware), backlog_rows = $6,
       clock_offset_ms = case when abs($4::float8 - clock_offset_ms) < 60000
         then clock_offset_ms + ($4::float8 - clock_offset_ms) / 4 else $4::float8 end
     where id = $1`,
    [
      logger.id,
      logger.seq,
      new Date(logger.now),
      logger.loggerTime - logger.now,
      logger.firmware ?? null,
      logger.backlogRows ?? null,
    ],
  )
  const { refused, id, now } = logger
  if (!refused) return
  const isNew = `refused_at is null or refused_at < $2::timestamptz - interval '7 days'`
  await query(
    tx,
    `update logger set refused_counts = (
         select jsonb_object_agg(code, rows) from (
           select key as code, sum(value::bigint) as rows from (
             select * from jsonb_each_text($3)
             union all select * from jsonb_each_text(case when ${isNew} then '{}' else refused_counts end)) each
           group by key) sums),
       refused_since = case when ${isNew} then $2 else refused_since end, refused_code = $4, refused_at = $2
     where id = $1`,
    [id, new Date(now), JSON.stringify(refused.counts), refused.code],
  )
}
