import type { AlarmCode } from '@helioport/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { reachableStations } from './access.ts'

export interface AlarmFilter {
  state?: 'open' | 'closed'
  codes?: readonly AlarmCode[]
  stationId?: string
  deviceId?: string
}

/** One page of the episodes that the account may see at `now`, newest first. */
export async function findAlarms(
  db: Database,
  accountId: string,
  now: number,
  filter: AlarmFilter,
  page: { limit: number; offset: number },
) {
  const { state, codes, stationId, deviceId } = filter
  const found = db.kysely
    .selectFrom('alarm')
    .innerJoin('device', 'device.no', 'alarm.device_no')
    .innerJoin('station', 'station.id', 'device.station_id')
    .where('station.id', 'in', reachableStations(db, accountId, now, 'alarms'))
    .$if(state === 'open', (query) => query.where('cleared_at', 'is', null))
    .$if(state === 'closed', (query) => query.where('cleared_at', 'is not', null))
    .$if(codes !== undefined, (query) => query.where('alarm.code', '=', sql<AlarmCode>`any(${codes ?? []})`))
    .$if(stationId !== undefined, (query) => query.where('station.id', '=', stationId ?? ''))
    .$if(deviceId !== undefined, (query) => query.where('device.id', '=', deviceId ?? ''))
  const rows = await found
    .select([
      'alarm.id',
      'alarm.code',
      'alarm.raised_at',
      'alarm.cleared_at',
      'device.id as device_id',
      'device.name as device_name',
      'device.serial as device_serial',
      'station.account_id',
      'station.id as station_id',
      'station.name as station_name',
      'station.time_zone',
    ])
    .orderBy('alarm.raised_at', 'desc')
    .orderBy('alarm.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Number of open episodes per station. */
export async function countOpenAlarms({ kysely }: Database, stationIds: readonly string[]) {
  return kysely
    .selectFrom('alarm')
    .innerJoin('device', 'device.no', 'alarm.device_no')
    .select((of) => ['device.station_id', of.fn.countAll<number>().as('count')])
    .where('cleared_at', 'is', null)
    .where('device.station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .groupBy('device.station_id')
    .execute()
}
