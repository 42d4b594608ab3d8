import { type AlarmCode, offlineAfterIntervals } from '@helioport/contract'
import { query, type Session, type Transaction } from '../../database/session.ts'

/** A device that is silent without an open alarm, or reports again with one; times in epoch ms. */
export interface SilentRow {
  no: number
  station_id: string
  logger_no: number
  time_zone: string
  latitude: number
  longitude: number
  rated_power_w: number
  installed_on: string
  created_at: number
  /** Newest frame; nulls: none ever came. */
  ts: number | null
  power_w: number | null
  interval_s: number | null
  lag_s: number | null
  /** First local day of its station with frames, newest frame there, and the slowest interval. */
  station_first: string | null
  station_ts: number | null
  station_interval_s: number | null
  open_id: string | null
  open_at: number | null
}

/** Devices that are silent without an open alarm, or report again with one; of one station or of all. */
export async function findSilent(db: Session, now: number, stationId: string | null = null): Promise<SilentRow[]> {
  const { rows } = await query<SilentRow>(
    db,
    `select device.no, device.station_id, logger.no as logger_no, time_zone, latitude, longitude, rated_power_w,
       device.installed_on, device.created_at, latest.ts, latest.power_w, latest.interval_s, latest.lag_s,
       case when latest.ts is null then (select min(date) from station_day where station_id = station.id) end
         as station_first,
       heard.ts as station_ts, heard.interval_s as station_interval_s, open.id as open_id, open.raised_at as open_at
     from device
     join station on station.id = device.station_id
     join logger on logger.id = device.logger_id
     left join device_latest latest on latest.device_no = device.no
     left join alarm open on open.device_no = device.no and open.source = 'silence' and open.cleared_at is null
     left join (
       select station_id, max(ts) as ts, max(interval_s) as interval_s
       from device join device_latest on device_latest.device_no = device.no
       where removed_at is null and ($2::uuid is null or station_id = $2) group by station_id
     ) heard on heard.station_id = device.station_id
     where device.removed_at is null and ($2::uuid is null or device.station_id = $2)
       and (open.id is not null) = coalesce(
         latest.ts > $1::timestamptz - make_interval(secs => ${offlineAfterIntervals} * latest.interval_s + latest.lag_s), false)
     order by device.station_id, device.no`,
    [new Date(now), stationId],
  )
  return rows
}

export interface OpenSilence {
  id: string
  group_id: string
  device_no: number
  logger_no: number
  raised_at: number
}

/** Silences of the station that are open. */
export async function findOpenSilences(tx: Transaction, stationId: string): Promise<OpenSilence[]> {
  const { rows } = await query<OpenSilence>(
    tx,
    `select alarm.id, group_id, device_no, logger.no as logger_no, raised_at
     from alarm join device on device.no = alarm.device_no join logger on logger.id = device.logger_id
     where alarm.source = 'silence' and cleared_at is null and device.station_id = $1 and removed_at is null
     order by raised_at, device_no`,
    [stationId],
  )
  return rows
}

/** Number of devices of each logger of the station. */
export async function countLoggerDevices(tx: Transaction, stationId: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await query<{ logger_no: number; count: number }>(
    tx,
    `select logger.no as logger_no, count(*) as count from device join logger on logger.id = device.logger_id
     where device.station_id = $1 and removed_at is null group by logger.no`,
    [stationId],
  )
  return new Map(rows.map(({ logger_no, count }) => [logger_no, count]))
}

/** Opens again a silence that ended after `since`, if there is one. */
export async function reopenSilence(tx: Transaction, deviceNo: number, since: number): Promise<boolean> {
  const { rowCount } = await query(
    tx,
    `update alarm set cleared_at = null, losses_at = null, was_late = false
     where id = (select id from alarm where device_no = $1 and source = 'silence' and cleared_at >= $2
       order by raised_at desc limit 1)`,
    [deviceNo, new Date(since)],
  )
  return (rowCount ?? 0) > 0
}

/** Gives the episodes and their group a code. */
export async function setSilenceCode(tx: Transaction, groupId: string, code: AlarmCode): Promise<void> {
  await query(tx, 'update alarm set code = $2 where group_id = $1 and code <> $2', [groupId, code])
  await query(tx, 'update alarm_group set code = $2 where id = $1 and code <> $2', [groupId, code])
}

/**
 * Ends the silence at the first frame that came on time. A backlog, which is sent later, fills the silence and does
 * not end it.
 */
export async function clearSilence(
  tx: Transaction,
  silence: { id: string; deviceNo: number; raisedAt: number },
  newest: { at: number; intervalS: number; lagS: number },
): Promise<void> {
  await query(
    tx,
    `with back as materialized (
       select min(ts) as ts from device_sample
       where device_no = $3 and ts > $4 and ts <= $2 and delay_s < ${offlineAfterIntervals} * $5::real + $6::real)
     update alarm set losses_at = null, cleared_at = coalesce(back.ts, $2) from back where id = $1 and cleared_at is null`,
    [silence.id, new Date(newest.at), silence.deviceNo, new Date(silence.raisedAt), newest.intervalS, newest.lagS],
  )
}

/** Ends the silences of devices whose frames came on time, each at the first such frame. */
export async function endSilences(
  tx: Transaction,
  windows: readonly { deviceNo: number; first: number; last: number }[],
): Promise<void> {
  await query(
    tx,
    `with w as (
       select w.*, latest.interval_s, latest.lag_s
       from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as w (device_no, first_ts, last_ts)
       join device_latest latest on latest.device_no = w.device_no
     ), back as materialized (
       select own.device_no, (
         select min(s.ts) from device_sample s
         where s.device_no = own.device_no and s.ts between w.first_ts and w.last_ts
           and s.delay_s < ${offlineAfterIntervals} * w.interval_s + w.lag_s) as ts
       from w join sample_device own on own.device_no = w.device_no where own.device_no = any($1::integer[]))
     update alarm set losses_at = null, cleared_at = back.ts from back
     where alarm.device_no = back.device_no and source = 'silence' and cleared_at is null and back.ts > raised_at`,
    stretchesOf(windows),
  )
}

const stretchesOf = (windows: readonly { deviceNo: number; first: number; last: number }[]) => [
  windows.map(({ deviceNo }) => deviceNo),
  windows.map(({ first }) => new Date(first)),
  windows.map(({ last }) => new Date(last)),
]

/** Frames fell into silences: the losses of these have to be worked out anew. */
export async function markSilencesDue(
  tx: Transaction,
  windows: readonly { deviceNo: number; first: number; last: number }[],
): Promise<void> {
  await query(
    tx,
    `update alarm set losses_at = null
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as w (device_no, first_ts, last_ts)
     where alarm.device_no = w.device_no and source = 'silence' and losses_at is not null
       and raised_at <= last_ts and coalesce(cleared_at, 'infinity') >= first_ts`,
    stretchesOf(windows),
  )
}
