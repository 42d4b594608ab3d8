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

export async function findLogger({ kysely }: Database, loggerId: string) {
  return kysely
    .selectFrom('logger')
    .select(['logger.id', 'logger.station_id'])
    .where('logger.id', '=', loggerId)
    .executeTakeFirst()
}

export type KeyedLogger = NonNullable<Awaited<ReturnType<typeof findLoggerByKey>>>

const keyed = ({ kysely }: Database) =>
  kysely
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

export async function findLoggerByKey(db: Database, keyHash: Buffer) {
  return keyed(db).where('key_hash', '=', keyHash).executeTakeFirst()
}

/** For messages that are signed with the hash of the logger's key. */
export async function findLoggerBySerial(db: Database, serial: string) {
  return keyed(db).select('logger.key_hash').where('logger.serial', '=', serial).executeTakeFirst()
}
