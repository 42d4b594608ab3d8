import type { Database } from '../database/database.ts'

export async function insertLogger(
  { kysely }: Database,
  logger: { stationId: string; serial: string; keyHash: Buffer; now: number },
) {
  return kysely
    .insertInto('logger')
    .values({
      station_id: logger.stationId,
      serial: logger.serial,
      key_hash: logger.keyHash,
      created_at: new Date(logger.now),
    })
    .returning(['id', 'serial'])
    .executeTakeFirstOrThrow()
}

/** The logger with its station, if the account may see it. */
export async function findLogger({ kysely }: Database, accountId: string, loggerId: string) {
  return kysely
    .selectFrom('logger')
    .innerJoin('station', 'station.id', 'logger.station_id')
    .select(['logger.id', 'logger.station_id'])
    .where('logger.id', '=', loggerId)
    .where('station.account_id', '=', accountId)
    .executeTakeFirst()
}

export type KeyedLogger = NonNullable<Awaited<ReturnType<typeof findLoggerByKey>>>

export async function findLoggerByKey({ kysely }: Database, keyHash: Buffer) {
  return kysely
    .selectFrom('logger')
    .innerJoin('station', 'station.id', 'logger.station_id')
    .select([
      'logger.id',
      'logger.no',
      'logger.serial',
      'logger.station_id',
      'station.account_id',
      'station.time_zone',
      'station.latitude',
      'station.longitude',
    ])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}
