import { type StationRight, stationRights } from '@helioport/contract'
import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { stationLimit } from '../../database/limit.ts'
import { builder, type Session } from '../../database/session.ts'

/** Stations on which the account has the right at `now` (own, of its main account, shared): a subquery of their ids. */
export function reachableStations(db: Session, accountId: string, now: number, right: StationRight) {
  return accessOf(db, accountId, now)
    .select('station_access.station_id')
    .where(sql<boolean>`${right} = any(station_access.rights)`)
}

/** Who reads: an account, or the service for the owner of each station. */
export type Reader = string | typeof eachOwner
export const eachOwner = Symbol('each owner')

/** Rows of the view for one reader that count at `now`; of a session with a limit, within that. */
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

/** What an account reaches: every station of one owner, and some one by one. */
export interface Reach {
  /** The account itself, or its main account. */
  mainId: string
  /** Null: nobody's stations are reached as a whole. */
  ownerId: string | null
  stationIds: readonly string[]
  /** Those of `stationIds` whose income it may see. */
  incomeIds: readonly string[]
  /** Those of `stationIds` whose alarms it may see. */
  alarmIds: readonly string[]
}

/** The same as the view says, without a row for each station of an owner. */
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

/** Where each kind of id that a request can name lies: the station of that thing. */
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

/** Station of a thing, as a value for comparisons. */
export const thingStation = (kind: ThingId, id: string) => sql<string>`(${stationOf[kind](id)})`

export const thingIds = Object.keys(stationOf) as ThingId[]

/** What the account may do with a thing; empty: it does not reach it, or there is none. */
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

/** Devices and loggers that belong to no station are the account's alone. */
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
