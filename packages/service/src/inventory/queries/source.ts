import { query, type Session } from '../../database/session.ts'

/** A data source of a station: a device, or a logger with its sensors (`device_no` null). */
export interface SourceRow {
  logger_no: number
  logger_id: string
  device_no: number | null
  device_id: string | null
  name: string
  rated_power_w: number
}

export async function findSources(db: Session, stationId: string): Promise<SourceRow[]> {
  const { rows } = await query<SourceRow>(
    db,
    `select logger.no as logger_no, logger.id as logger_id, device.no as device_no, device.id as device_id,
       device.name, device.rated_power_w
     from device join logger on logger.id = device.logger_id where device.station_id = $1
     union all
     select logger.no, logger.id, null, null, logger.serial, 0 from logger where logger.station_id = $1
     order by 1, 3 nulls first`,
    [stationId],
  )
  return rows
}

/** Loggers of other stations whose sensors this one uses. */
export async function findCollectors(db: Session, stationId: string): Promise<SourceRow[]> {
  const { rows } = await query<SourceRow>(
    db,
    `select logger.no as logger_no, logger.id as logger_id, null as device_no, null as device_id, logger.serial as name,
       0 as rated_power_w
     from station_sensor join logger on logger.no = station_sensor.logger_no
     where station_sensor.station_id = $1 and logger.station_id is distinct from $1 order by 1`,
    [stationId],
  )
  return rows
}
