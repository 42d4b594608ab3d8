import type { FrameStamp } from '@helioport/contract'
import { sql } from 'kysely'
import { startOfStation } from './early-row.ts'
import { isNotTaken } from './found-device.ts'
import { type Edge, type PageAsk, type PageRead, readPage } from '../../base/page-end.ts'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

export async function insertLogger(
  tx: Transaction,
  logger: { accountId: string; stationId: string | null; serial: string; now: number },
) {
  return builder(tx)
    .insertInto('logger')
    .values({
      account_id: logger.accountId,
      station_id: logger.stationId,
      serial: logger.serial,
      created_at: new Date(logger.now),
    })
    .returning(['id', 'serial'])
    .executeTakeFirstOrThrow()
}

export async function findLogger(db: Session, loggerId: string) {
  return builder(db)
    .selectFrom('logger')
    .select([
      'logger.id',
      'logger.no',
      'logger.account_id',
      'logger.station_id',
      'logger.stamp',
      'logger.is_stamp_found',
    ])
    .where('logger.id', '=', loggerId)
    .where('logger.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function updateLoggerStation(tx: Transaction, loggerId: string, stationId: string | null): Promise<void> {
  await builder(tx).updateTable('logger').set({ station_id: stationId }).where('id', '=', loggerId).execute()
}

export async function updateLoggerStamp(tx: Transaction, loggerId: string, stamp: FrameStamp | null): Promise<void> {
  await builder(tx).updateTable('logger').set({ stamp, is_stamp_found: false }).where('id', '=', loggerId).execute()
}

/** Stores the stamp that the logger's frames show, unless a person set one. Returns the logger's id, else undefined. */
export async function updateFoundStamp(tx: Transaction, no: number, stamp: FrameStamp): Promise<string | undefined> {
  const found = await builder(tx)
    .updateTable('logger')
    .set({ stamp, is_stamp_found: true })
    .where('no', '=', no)
    .where('stamp', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return found?.id
}

/** Devices of the logger that are not removed; locks the row of the logger. */
export async function holdLoggerDevices(tx: Transaction, loggerId: string) {
  await builder(tx).selectFrom('logger').select('id').where('id', '=', loggerId).forUpdate().execute()
  return builder(tx)
    .selectFrom('device')
    .select(['id', 'station_id', 'installed_on'])
    .where('logger_id', '=', loggerId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Removes a logger: its keys become invalid, and it is no longer listed; its measurements stay with its station. */
export async function removeLogger(tx: Transaction, loggerId: string, now: number): Promise<void> {
  await builder(tx).deleteFrom('logger_key').where('logger_id', '=', loggerId).execute()
  await sql`delete from found_device where logger_id = ${loggerId}::uuid`.execute(builder(tx))
  await builder(tx)
    .updateTable('logger')
    .set({ deleted_at: new Date(now) })
    .where('id', '=', loggerId)
    .execute()
}

export type KeyedLogger = NonNullable<Awaited<ReturnType<typeof findLoggerByKey>>>

const startsAt = sql.raw<number | null>(startOfStation).as('starts_at')

const keyed = (db: Session, now: number) =>
  builder(db)
    .selectFrom('logger_key')
    .innerJoin('logger', 'logger.id', 'logger_key.logger_id')
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
      startsAt,
      'logger_key.id as key_id',
      'logger_key.key_hash',
      'logger_key.last_used_at as key_used_at',
    ])
    .where((where) =>
      where.or([where('logger_key.ends_at', 'is', null), where('logger_key.ends_at', '>', instant(now))]),
    )

/** A logger without its key: its rows were authenticated earlier, when they arrived. */
export type SendingLogger = Omit<KeyedLogger, 'key_id' | 'key_hash' | 'key_used_at'>

const sending = (db: Session) =>
  builder(db)
    .selectFrom('logger')
    .leftJoin('station', 'station.id', 'logger.station_id')
    .select(['logger.id', 'logger.no', 'logger.serial', 'logger.station_id', 'logger.account_id'])
    .select(['station.time_zone', 'station.latitude', 'station.longitude', startsAt])

export async function findLoggerByNo(db: Session, no: number): Promise<SendingLogger> {
  return sending(db).where('logger.no', '=', no).executeTakeFirstOrThrow()
}

export async function findOwnLogger(
  db: Session,
  accountId: string,
  serial: string,
): Promise<SendingLogger | undefined> {
  return sending(db)
    .where('logger.account_id', '=', accountId)
    .where('logger.serial', '=', serial)
    .where('logger.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function findLoggerByKey(db: Session, keyHash: Buffer, now: number) {
  return keyed(db, now).where('logger_key.key_hash', '=', keyHash).executeTakeFirst()
}

/** All valid keys of all loggers with this serial: messages are signed with the hash of one of them. */
export async function findLoggersBySerial(db: Session, serial: string, now: number) {
  return keyed(db, now)
    .where('logger.serial', '=', serial)
    .orderBy('logger_key.last_used_at', (of) => of.desc().nullsLast())
    .limit(100)
    .execute()
}

/** The loggers of an account, of one of its stations, or (`isWaiting`) of none. */
export interface LoggerFilter {
  accountId: string
  stationId: string | undefined
  isWaiting: boolean
}

const listed = (db: Session, { accountId, stationId, isWaiting }: LoggerFilter) =>
  builder(db)
    .selectFrom('logger')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .$if(stationId !== undefined, (rows) => rows.where('station_id', '=', stationId ?? ''))
    .$if(isWaiting, (rows) => rows.where('station_id', 'is', null))

/** One page of loggers by serial, with the number of devices of each, and the total of loggers. */
export async function findLoggers(db: Session, filter: LoggerFilter, page: PageAsk) {
  const total = await countLoggers(db, filter)
  return readPage(page, total, async (read) => {
    const rows = await pageOfLoggers(db, filter, read)
    return rows.map((row): typeof row & { edge: Edge } => ({ ...row, edge: [row.serial] }))
  })
}

async function countLoggers(db: Session, filter: LoggerFilter): Promise<number> {
  if (filter.stationId === undefined && !filter.isWaiting) {
    const { rows } = await sql<{ count: number }>`
      select count from fleet_count where account_id = ${filter.accountId} and kind = 'logger'`.execute(builder(db))
    return rows[0]?.count ?? 0
  }
  const { count } = await listed(db, filter)
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function pageOfLoggers(db: Session, filter: LoggerFilter, read: PageRead) {
  const { limit, offset, isBackwards, from } = read
  const behind = isBackwards ? ('<' as const) : ('>' as const)
  // Details are looked up only for the loggers of the page.
  const shown = listed(db, filter)
    .select('id')
    .$if(from !== undefined, (rows) =>
      rows.where('serial', from?.isIncluded ? `${behind}=` : behind, from?.edge[0] ?? ''),
    )
    .orderBy('serial', isBackwards ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
  return builder(db)
    .selectFrom('logger')
    .leftJoin('station', 'station.id', 'logger.station_id')
    .select(['logger.id', 'logger.no', 'logger.serial', 'logger.station_id', 'station.name as station_name'])
    .select(['logger.last_batch_at', 'logger.stamp', 'logger.is_stamp_found'])
    .select(['logger.clock_offset_ms', 'logger.firmware', 'logger.backlog_rows', 'logger.created_at'])
    .select(['logger.refused_counts', 'logger.refused_code', 'logger.refused_since', 'logger.refused_at'])
    .select(
      sql<number>`(select count(*)::int from kept_aside where logger_no = logger.no and reason = 'beforeStart')`.as(
        'early_rows',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from found_device where logger_id = logger.id and ${sql.raw(isNotTaken)})`.as(
        'found_devices',
      ),
    )
    .select((of) =>
      of
        .selectFrom('device')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('device.logger_id', '=', 'logger.id')
        .where('device.removed_at', 'is', null)
        .as('devices'),
    )
    .where('logger.id', 'in', shown)
    .orderBy('logger.serial')
    .execute()
}
