import { type StationRight, stationRights } from '@helioport/contract'
import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { stationLimit } from '../../database/limit.ts'
import { builder, type Session } from '../../database/session.ts'

/** Subquery of the ids of stations at which the account has the right at `now` (own, of its main account, shared). */
export function reachableStations(db: Session, accountId: string, now: number, right: StationRight) {
  return accessOf(db, accountId, now)
    .select('station_access.station_id')
    .where(sql<boolean>`${right} = any(station_access.rights)`)
}

/** The reader: an account, or the service itself with the rights of each station's owner. */
export type Reader = string | typeof eachOwner
export const eachOwner = Symbol('each owner')

/** Rows of `station_access` for one reader that are valid at `now`, within the session's limit of stations, if any. */
export function accessOf(db: Session, reader: Reader, now: number) {
  const limit = stationLimit(db)
  return builder(db)
    .selectFrom('station_access')
    .where(
      'station_access.account_id',
      '=',
      reader === eachOwner
        ? sql<string>`(select owned.account_id from station owned where owned.id = station_access.station_id)`
        : reader,
    )
    .$if(limit !== null, (query) => query.where('station_access.station_id', '=', sql<string>`any(${limit}::uuid[])`))
    .where((where) =>
      where.or([where('station_access.ends_at', 'is', null), where('station_access.ends_at', '>', instant(now))]),
    )
}

/** The stations that an account reaches: all stations of one owner, and single ones. */
export interface Reach {
  /** The account itself, or its main account. */
  mainId: string
  /** Owner whose stations are all reached; null: none. */
  ownerId: string | null
  stationIds: readonly string[]
  /** Those of `stationIds` whose income it may see. */
  incomeIds: readonly string[]
  /** Those of `stationIds` whose alarms it may see. */
  alarmIds: readonly string[]
}

/** The same result as the view `station_access`, without a row for each station of an owner. */
export async function findReach(db: Session, accountId: string, now: number): Promise<Reach> {
  const limit = stationLimit(db)
  const account = await builder(db)
    .selectFrom('account')
    .select(['main_account_id', 'disabled_at', 'all_stations'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  const main = account?.main_account_id ?? null
  // A sub-account never owns a station.
  const ownerId = main === null ? accountId : account?.disabled_at === null && account.all_stations ? main : null
  const given =
    limit !== null || (main !== null && ownerId === null)
      ? await accessOf(db, accountId, now).select(['station_id', 'rights']).execute()
      : await builder(db)
          .selectFrom('station_share')
          .select(['station_id', 'rights'])
          .where('account_id', '=', accountId)
          .where('accepted_at', 'is not', null)
          .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', instant(now))]))
          .execute()
  const idsWith = (right: StationRight) =>
    given.flatMap(({ station_id, rights }) => ((rights as readonly string[]).includes(right) ? [station_id] : []))
  return {
    mainId: main ?? accountId,
    ownerId: limit === null ? ownerId : null,
    stationIds: given.map(({ station_id }) => station_id),
    incomeIds: idsWith('income'),
    alarmIds: idsWith('alarms'),
  }
}

/** For each kind of id in a request, a query of the thing's station. */
const stationOf = {
  stationId: (id: string) => sql`select ${id}::uuid`,
  deviceId: (id: string) => sql`select station_id from device where id = ${id}::uuid and removed_at is null`,
  alarmId: (id: string) =>
    sql`select station_id from device join alarm on device_no = device.no where alarm.id = ${id}::uuid`,
  loggerId: (id: string) => sql`select station_id from logger where id = ${id}::uuid and deleted_at is null`,
  commandId: (id: string) => sql`select station_id from command where id = ${id}::uuid`,
  ivScanId: (id: string) =>
    sql`select station_id from device join iv_scan on device_no = device.no where iv_scan.id = ${id}::uuid`,
}

export type ThingId = keyof typeof stationOf

/** Station of a thing, as an SQL expression. */
export const thingStation = (kind: ThingId, id: string) => sql<string>`(${stationOf[kind](id)})`

export const thingIds = Object.keys(stationOf) as ThingId[]

/** Rights of the account on a thing; empty: the account does not reach it, or it does not exist. */
export async function findRights(
  db: Session,
  accountId: string,
  now: number,
  kind: ThingId,
  id: string,
): Promise<StationRight[]> {
  const row = await accessOf(db, accountId, now)
    .select('rights')
    .where('station_id', '=', thingStation(kind, id))
    .executeTakeFirst()
  if (row) return row.rights
  return (await isOwnUnassigned(db, accountId, kind, id)) ? [...stationRights] : []
}

/** Devices and loggers without a station are accessible to their own account only. */
async function isOwnUnassigned(db: Session, accountId: string, kind: ThingId, id: string) {
  if ((kind !== 'deviceId' && kind !== 'loggerId') || stationLimit(db) !== null) return false
  const row = await builder(db)
    .selectFrom(kind === 'deviceId' ? 'device' : 'logger')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('station_id', 'is', null)
    .where(kind === 'deviceId' ? 'removed_at' : 'deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
