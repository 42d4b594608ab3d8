import { sql } from 'kysely'
import { builder, type Session } from '../../database/session.ts'

export type SensorRow = Awaited<ReturnType<typeof findNewestSensors>>[number]

/**
 * Seconds by which the newest sensor reading is stamped too early: at most the lag of the logger's clock, and at most
 * the time from the reading's stamp to the logger's last batch. 0 for clocks that are right or ahead.
 */
export const sensorLagS = sql<number>`coalesce(greatest(0, least(
  -logger.clock_offset_ms / 1000, extract(epoch from logger.last_batch_at - sensor_latest.ts)::float8)), 0)`

/** Newest sensor frames of the loggers whose sensors these stations use, one row per station and logger. */
export async function findNewestSensors(db: Session, stationIds: readonly string[]) {
  return builder(db)
    .selectFrom('station_sensor')
    .innerJoin('sensor_latest', 'sensor_latest.logger_no', 'station_sensor.logger_no')
    .innerJoin('logger', 'logger.no', 'station_sensor.logger_no')
    .selectAll('sensor_latest')
    .select(sql<number | null>`nullif(irradiance_wm2, stuck_wm2)`.as('irradiance_wm2'))
    .select(['station_sensor.station_id', 'station_sensor.is_collector', 'logger.serial'])
    .select(sensorLagS.as('lag_s'))
    .where('station_sensor.station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .orderBy('sensor_latest.logger_no')
    .execute()
}
