import { sql } from 'kysely'
import { builder, type Session } from '../../database/session.ts'

export type SensorRow = Awaited<ReturnType<typeof findNewestSensors>>[number]

/** Newest sensor frames of the loggers of these stations. */
export async function findNewestSensors(db: Session, stationIds: readonly string[]) {
  return builder(db)
    .selectFrom('sensor_latest')
    .innerJoin('logger', 'logger.no', 'sensor_latest.logger_no')
    .selectAll('sensor_latest')
    .select('logger.station_id')
    .where('logger.station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .orderBy('sensor_latest.logger_no')
    .execute()
}
