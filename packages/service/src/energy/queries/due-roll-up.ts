import { query, type Transaction } from '../../database/session.ts'

/** A period of one device, epoch ms, inclusive. */
export interface DeviceStretch {
  deviceNo: number
  from: number
  to: number
}

export async function insertDueRollUps(tx: Transaction, stretches: readonly DeviceStretch[]): Promise<void> {
  await query(
    tx,
    `insert into due_roll_up (device_no, from_ts, to_ts) select * from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[])
     on conflict (device_no, from_ts) do update set to_ts = greatest(due_roll_up.to_ts, excluded.to_ts)`,
    [
      stretches.map((stretch) => stretch.deviceNo),
      stretches.map((stretch) => new Date(stretch.from)),
      stretches.map((stretch) => new Date(stretch.to)),
    ],
  )
}

/** A period with the data that the computation of its days needs. */
export interface DueRollUp {
  device_no: number
  from_ts: number
  to_ts: number
  rated_power_w: number
  station_id: string
  time_zone: string
  latitude: number
  longitude: number
}

/**
 * Claims the newest free period, only of devices at a station: days of other devices are computed when they get a
 * station.
 */
export async function claimDueRollUp(tx: Transaction): Promise<DueRollUp | undefined> {
  const { rows } = await query<DueRollUp>(
    tx,
    `select due.device_no, due.from_ts, due.to_ts, device.rated_power_w, device.station_id,
       station.time_zone, station.latitude, station.longitude
     from due_roll_up due
     join device on device.no = due.device_no
     join station on station.id = device.station_id
     order by due.to_ts desc limit 1 for update of due skip locked`,
  )
  return rows[0]
}

/** Shortens the period to end at `to`; null: all of it is done. */
export async function shortenDueRollUp(tx: Transaction, due: DueRollUp, to: number | null): Promise<void> {
  const key = [due.device_no, new Date(due.from_ts)]
  if (to === null) await query(tx, 'delete from due_roll_up where device_no = $1 and from_ts = $2', key)
  else
    await query(tx, 'update due_roll_up set to_ts = $3 where device_no = $1 and from_ts = $2', [...key, new Date(to)])
}
