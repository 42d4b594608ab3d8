import { query, type Transaction } from '../../database/session.ts'

/** Queues all days of all devices of the station, removed ones too. */
export async function queueStationRebuild(tx: Transaction, stationId: string): Promise<void> {
  await query(
    tx,
    `insert into rebuild (device_no, from_ts)
     select no, to_timestamp(0) from device where station_id = $1
     on conflict (device_no) do update set from_ts = excluded.from_ts`,
    [stationId],
  )
}

/** Queues all days of the logger's devices that belong to a station. */
export async function queueLoggerRebuild(tx: Transaction, loggerId: string): Promise<void> {
  await query(
    tx,
    `insert into rebuild (device_no, from_ts)
     select no, to_timestamp(0) from device where logger_id = $1 and station_id is not null
     on conflict (device_no) do update set from_ts = excluded.from_ts`,
    [loggerId],
  )
}

/** A device whose days must be computed anew, with its current position and time zone. */
export interface RebuildTurn {
  device_no: number
  /** Epoch ms. */
  from_ts: number
  rated_power_w: number
  station_id: string
  time_zone: string
  latitude: number
  longitude: number
}

/** Claims the next device; other instances skip it until the transaction ends. */
export async function claimRebuild(tx: Transaction): Promise<RebuildTurn | null> {
  const { rows } = await query<RebuildTurn>(
    tx,
    `select rebuild.device_no, rebuild.from_ts, device.rated_power_w, device.station_id,
       station.time_zone, station.latitude, station.longitude
     from rebuild
     join device on device.no = rebuild.device_no
     join station on station.id = device.station_id
     order by rebuild.device_no limit 1 for update of rebuild skip locked`,
  )
  return rows[0] ?? null
}

/** Instants (epoch ms) of the samples from `from` on, of the first `days` times 24 hours that contain any. */
export async function findSampleInstants(tx: Transaction, deviceNo: number, from: number, days: number) {
  const { rows } = await query<{ at: number }>(
    tx,
    `select date_part('epoch', ts) * 1000 as at from device_sample
     where device_no = $1 and ts >= (select min(ts) from device_sample where device_no = $1 and ts >= $2)
       and ts < (select min(ts) from device_sample where device_no = $1 and ts >= $2) + make_interval(days => $3)
     order by ts`,
    [deviceNo, new Date(from), days],
  )
  return rows.map((row) => row.at)
}

/**
 * Deletes the days that are computed anew, from the first stored sample (epoch ms) on. Kept days stay, since their
 * samples are gone; on a kept day of the station the days of all devices stay.
 */
export async function deleteDays(tx: Transaction, deviceNo: number, firstDate: string, first: number): Promise<void> {
  await query(
    tx,
    `delete from device_day where device_no = $1 and (first_ts is null or first_ts >= $3) and not is_kept
       and not exists (select from station_day kept
         where kept.station_id = device_day.station_id and kept.date = device_day.date and kept.is_kept)
       and date >= $2::date - case when exists (
         select from device_day where device_no = $1 and date < $2::date - 1) then 0 else 1 end`,
    [deviceNo, firstDate, new Date(first)],
  )
}

/** Stores the instant to continue from; null: done. */
export async function setRebuild(tx: Transaction, deviceNo: number, from: number | null): Promise<void> {
  if (from === null) await query(tx, 'delete from rebuild where device_no = $1', [deviceNo])
  else await query(tx, 'update rebuild set from_ts = $2 where device_no = $1', [deviceNo, new Date(from)])
}
