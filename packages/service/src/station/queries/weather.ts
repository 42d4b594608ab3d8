import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

export type SensorRow = Awaited<ReturnType<typeof findNewestSensors>>[number]

/** Newest sensor frames of the loggers of these stations. */
export async function findNewestSensors({ kysely }: Database, stationIds: readonly string[]) {
  return kysely
    .selectFrom('sensor_latest')
    .innerJoin('logger', 'logger.no', 'sensor_latest.logger_no')
    .selectAll('sensor_latest')
    .select('logger.station_id')
    .where('logger.station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .orderBy('sensor_latest.logger_no')
    .execute()
}
