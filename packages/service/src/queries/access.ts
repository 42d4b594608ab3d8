import type { StationRight } from '@helioport/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { instant } from './instant.ts'

/** Stations on which the account has the right at `now` (own, of its main account, shared): a subquery of their ids. */
export function reachableStations({ kysely }: Database, accountId: string, now: number, right: StationRight) {
  return accessOf(kysely, accountId, now)
    .select('station_access.station_id')
    .where(sql<boolean>`${right} = any(station_access.rights)`)
}

/** Rows of the view for one account that count at `now`. */
export function accessOf(kysely: Database['kysely'], accountId: string, now: number) {
  return kysely
    .selectFrom('station_access')
    .where('station_access.account_id', '=', accountId)
    .where((where) =>
      where.or([where('station_access.ends_at', 'is', null), where('station_access.ends_at', '>', instant(now))]),
    )
}

/** Where each kind of id that a request can name lies: the station of that thing. */
const stationOf = {
  stationId: (id: string) => sql`select ${id}::uuid`,
  deviceId: (id: string) => sql`select station_id from device where id = ${id}::uuid`,
  loggerId: (id: string) => sql`select station_id from logger where id = ${id}::uuid`,
}

export type ThingId = keyof typeof stationOf

export const thingIds = Object.keys(stationOf) as ThingId[]

/** What the account may do with a thing; empty: it does not reach it, or there is none. */
export async function findRights(
  { kysely }: Database,
  accountId: string,
  now: number,
  kind: ThingId,
  id: string,
): Promise<StationRight[]> {
  const row = await accessOf(kysely, accountId, now)
    .select('rights')
    .where('station_id', '=', sql<string>`(${stationOf[kind](id)})`)
    .executeTakeFirst()
  return row?.rights ?? []
}
