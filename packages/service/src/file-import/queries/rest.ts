import { query, type Session, type Transaction } from '../../database/session.ts'

/** Frames of a device that are left: those in [from, to), and the nearest before and after it; epoch ms. */
export async function findRemaining(
  db: Session,
  deviceNo: number,
  { from, to }: { from: number; to: number },
): Promise<{ inside: number[]; before: number | null; after: number | null }> {
  const { rows } = await query<{ inside: number[]; before: number | null; after: number | null }>(
    db,
    `select
       coalesce((select json_agg(round(date_part('epoch', ts) * 1000) order by ts) from device_sample
         where device_no = $1 and ts >= $2 and ts < $3), '[]') as inside,
       round(date_part('epoch', (select max(ts) from device_sample where device_no = $1 and ts < $2)) * 1000) as before,
       round(date_part('epoch', (select min(ts) from device_sample where device_no = $1 and ts >= $3)) * 1000) as after`,
    [deviceNo, new Date(from), new Date(to)],
  )
  return rows[0] ?? { inside: [], before: null, after: null }
}

/** Newest frame of a device and its newest counter; epoch ms. */
export async function findNewest(
  db: Session,
  deviceNo: number,
): Promise<{ last: number | null; lastCounter: number | null }> {
  const { rows } = await query<{ last: number | null; lastCounter: number | null }>(
    db,
    `select (select max(ts) from device_sample where device_no = $1) as last,
       (select max(ts) from device_sample where device_no = $1 and energy_total_kwh is not null) as "lastCounter"`,
    [deviceNo],
  )
  return rows[0] ?? { last: null, lastCounter: null }
}

/** Deletes the live values of a device if one of their frames is gone; returns whether it did. */
export async function forgetLatest(tx: Transaction, deviceNo: number, gone: readonly number[]): Promise<boolean> {
  const { rowCount } = await query(
    tx,
    'delete from device_latest where device_no = $1 and (ts = any($2::timestamptz[]) or counter_ts = any($2::timestamptz[]))',
    [deviceNo, gone.map((at) => new Date(at))],
  )
  return rowCount === 1
}

/** The same for sensors. Returns the newest remaining reading (epoch ms); null: none, or the newest one is not gone. */
export async function forgetSensorLatest(
  tx: Transaction,
  loggerNo: number,
  gone: readonly number[],
): Promise<number | null> {
  const { rowCount } = await query(
    tx,
    'delete from sensor_latest where logger_no = $1 and ts = any($2::timestamptz[])',
    [loggerNo, gone.map((at) => new Date(at))],
  )
  if (rowCount === 0) return null
  const { rows } = await query<{ at: number | null }>(
    tx,
    'select max(ts) as at from sensor_sample where logger_no = $1',
    [loggerNo],
  )
  return rows[0]?.at ?? null
}

/** Deletes days of a device, so that they are computed anew from the remaining frames; kept ones stay. */
export async function forgetDeviceDays(tx: Transaction, deviceNo: number, dates: readonly string[]): Promise<void> {
  await query(tx, 'delete from device_day where device_no = $1 and date = any($2::date[]) and not is_kept', [
    deviceNo,
    dates,
  ])
}

/**
 * Deletes days of the station from before its first measurement, and of its devices from before they were there: they
 * were made because an import reached further back. Months without days go with them. Returns the first remaining day.
 */
export async function trimDays(tx: Transaction, stationId: string): Promise<string | null> {
  const { rows } = await query<{ first: string | null }>(
    tx,
    `with measured as materialized (
       select min(ts) as ts from sensor_sample
       where logger_no in (select logger_no from station_sensor where station_id = $1))
     select least(
       (select min(date) from device_day where station_id = $1 and (samples > 0 or is_kept)),
       (select min(date) from station_day where station_id = $1 and is_kept),
       (measured.ts at time zone time_zone)::date) as first
     from station cross join measured where id = $1`,
    [stationId],
  )
  const first = rows[0]?.first ?? null
  await query(
    tx,
    `delete from station_day where station_id = $1 and not is_kept and date < coalesce($2::date, 'infinity')`,
    [stationId, first],
  )
  await query(
    tx,
    `delete from device_day day using device where day.station_id = $1 and device.no = day.device_no
       and day.samples = 0 and not day.is_kept and (day.date < coalesce($2::date, 'infinity')
       or day.date < least(device.installed_on,
         (select min(date) from device_day own where own.device_no = day.device_no and own.samples > 0)))`,
    [stationId, first],
  )
  await query(
    tx,
    `delete from station_month where station_id = $1 and not exists (select from station_day
       where station_id = $1 and date >= month and date < month + interval '1 month')`,
    [stationId],
  )
  await query(
    tx,
    `delete from device_month where device_no in (select no from device where station_id = $1)
       and not exists (select from device_day where device_day.device_no = device_month.device_no
         and date >= month and date < month + interval '1 month')`,
    [stationId],
  )
  return first
}

/** Marks the station's days from `from` on due for analysis, except kept ones. */
export async function markOpenDaysDue(tx: Transaction, stationId: string, from: string, now: number): Promise<void> {
  await query(tx, 'update station_day set due_at = $2 where station_id = $1 and date >= $3::date and not is_kept', [
    stationId,
    new Date(now),
    from,
  ])
}
