import { query, type Session } from '../../database/session.ts'

/** Of these instants (epoch ms) those at which a device of the logger's station made so much of its rated power. */
export async function findLitInstants(
  db: Session,
  loggerNo: number,
  instants: readonly number[],
  share: number,
): Promise<number[]> {
  const { rows: devices } = await query<{ no: number; rated: number }>(
    db,
    `select device.no, device.rated_power_w as rated from device
     join logger on logger.station_id = device.station_id where logger.no = $1`,
    [loggerNo],
  )
  if (devices.length === 0) return []
  const { rows } = await query<{ no: number; at: number; power: number }>(
    db,
    `select device_no as no, round(date_part('epoch', ts) * 1000) as at, power_w as power from device_sample
     where device_no = any($1::integer[]) and ts = any($2::timestamptz[]) and power_w > 0`,
    [devices.map(({ no }) => no), instants.map((at) => new Date(at))],
  )
  const ratedOf = new Map(devices.map(({ no, rated }) => [no, rated]))
  return rows.filter(({ no, power }) => power > share * (ratedOf.get(no) ?? Infinity)).map(({ at }) => at)
}
