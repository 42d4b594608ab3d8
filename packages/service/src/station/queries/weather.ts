import { sql } from 'kysely'
import { builder, type Session } from '../../database/session.ts'

export type SensorRow = Awaited<ReturnType<typeof findNewestSensors>>[number]

/** Newest sensor frames of the loggers whose sensors these stations use, with whose they are. */
export async function findNewestSensors(db: Session, stationIds: readonly string[]) {
  return builder(db)
    .selectFrom('station_sensor')
    .innerJoin('sensor_latest', 'sensor_latest.logger_no', 'station_sensor.logger_no')
    .innerJoin('logger', 'logger.no', 'station_sensor.logger_no')
    .selectAll('sensor_latest')
    .select(sql<number | null>`nullif(irradiance_wm2, stuck_wm2)`.as('irradiance_wm2'))
    .select(['station_sensor.station_id', 'station_sensor.is_collector', 'logger.serial'])
    .where('station_sensor.station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .orderBy('sensor_latest.logger_no')
    .execute()
}
