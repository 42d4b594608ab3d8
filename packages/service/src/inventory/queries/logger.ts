import { builder, type Session, type Transaction } from '../../database/session.ts'

export async function insertLogger(
  tx: Transaction,
  logger: { accountId: string; stationId: string | null; serial: string; keyHash: Buffer; now: number },
) {
  return builder(tx)
    .insertInto('logger')
    .values({
      account_id: logger.accountId,
      station_id: logger.stationId,
      serial: logger.serial,
      key_hash: logger.keyHash,
      created_at: new Date(logger.now),
    })
    .returning(['id', 'serial'])
    .executeTakeFirstOrThrow()
}

export async function findLogger(db: Session, loggerId: string) {
  return builder(db)
    .selectFrom('logger')
    .select(['logger.id', 'logger.account_id', 'logger.station_id'])
    .where('logger.id', '=', loggerId)
    .executeTakeFirst()
}

export type KeyedLogger = NonNullable<Awaited<ReturnType<typeof findLoggerByKey>>>

const keyed = (db: Session) =>
  builder(db)
    .selectFrom('logger')
    .innerJoin('active_account', 'active_account.id', 'logger.account_id')
    .leftJoin('station', 'station.id', 'logger.station_id')
    .select([
      'logger.id',
      'logger.no',
      'logger.serial',
      'logger.station_id',
      'logger.account_id',
      'station.time_zone',
      'station.latitude',
      'station.longitude',
    ])

export async function findLoggerByKey(db: Session, keyHash: Buffer) {
  return keyed(db).where('key_hash', '=', keyHash).executeTakeFirst()
}

/** For messages that are signed with the hash of the logger's key. */
export async function findLoggerBySerial(db: Session, serial: string) {
  return keyed(db).select('logger.key_hash').where('logger.serial', '=', serial).executeTakeFirst()
}

/** Loggers of an account by serial, with how many devices send through each. */
export async function findLoggers(db: Session, accountId: string) {
  return builder(db)
    .selectFrom('logger')
    .leftJoin('station', 'station.id', 'logger.station_id')
    .select(['logger.id', 'logger.serial', 'logger.station_id', 'station.name as station_name', 'logger.last_batch_at'])
    .select((of) =>
      of
        .selectFrom('device')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('device.logger_id', '=', 'logger.id')
        .where('device.removed_at', 'is', null)
        .as('devices'),
    )
    .where('logger.account_id', '=', accountId)
    .orderBy('logger.serial')
    .execute()
}
