import { query, type Session } from '../../database/session.ts'

/**
 * Those of the instants (epoch ms) at which a device of the logger's station made more than `share` of its rated power.
 */
export async function findLitInstants(
  db: Session,
  loggerNo: number,
  instants: readonly number[],
  share: number,
): Promise<number[]> {
  const { rows: devices } = await query<{ no: number }>(
    db,
    'select device.no from device join logger on logger.station_id = device.station_id where logger.no = $1',
    [loggerNo],
  )
  if (devices.length === 0) return []
  // One row per instant: a station has as many samples per instant as devices.
  const { rows } = await query<{ at: number }>(
    db,
    `select round(date_part('epoch', ts) * 1000) as at
     from device_sample join device on device.no = device_sample.device_no
     where device_no = any($1::integer[]) and ts = any($2::timestamptz[]) and power_w > $3::float8 * rated_power_w
     group by ts`,
    [devices.map(({ no }) => no), instants.map((at) => new Date(at)), share],
  )
  return rows.map(({ at }) => at)
}
