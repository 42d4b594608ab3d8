import type { StationFields, StationInput } from '@helioport/contract'
import { sql } from 'kysely'
import { accessOf, type Reader } from '../../access/queries/access.ts'
import { builder, likeOf, type Session, type Transaction } from '../../database/session.ts'

export type StationRow = Awaited<ReturnType<typeof findStations>>[number]

/** Stations that the account may see at `now`, with its rights there. `search`: part of the name or the address. */
export async function findStations(
  db: Session,
  reader: Reader,
  now: number,
  filter: { search?: string; stationId?: string; stationIds?: readonly string[] },
) {
  const { search, stationId, stationIds } = filter
  const pattern = search && likeOf(search)
  return accessOf(db, reader, now)
    .innerJoin('station', 'station.id', 'station_access.station_id')
    .selectAll('station')
    .select('station_access.rights')
    .$if(stationId !== undefined, (query) => query.where('station.id', '=', stationId ?? ''))
    .$if(stationIds !== undefined, (query) =>
      query.where('station_access.station_id', '=', sql<string>`any(${stationIds}::uuid[])`),
    )
    .$if(Boolean(pattern), (query) =>
      query.where((where) =>
        where.or([where('name', 'ilike', pattern ?? ''), where('address', 'ilike', pattern ?? '')]),
      ),
    )
    .orderBy('sort_number')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

/** The columns of the fields that a person enters. */
function columnsOf(input: StationFields) {
  return {
    name: input.name,
    installed_on: input.installedOn,
    capacity_kwp: input.capacityKwp,
    energy_base_kwh: input.energyBaseKwh,
    temperature_coefficient: input.temperatureCoefficient,
    description: input.description,
    latitude: input.latitude,
    longitude: input.longitude,
    time_zone: input.timeZone,
    address: input.address,
    currency: input.currency,
    sort_number: input.sortNumber,
    mppt_check: input.mpptCheck ?? false,
    case_number: input.caseNumber ?? '',
    collector_serial: input.collectorSerial ?? '',
    collector_device_id: input.collectorDeviceId ?? null,
    video_url: input.videoUrl ?? '',
  }
}

/** Inserts a station and its first rate, which is valid from the day of installation. */
export async function insertStation(tx: Transaction, accountId: string, input: StationInput, now: number) {
  const trx = builder(tx)
  const station = await trx
    .insertInto('station')
    .values({ account_id: accountId, created_at: new Date(now), ...columnsOf(input) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('tariff')
    .values({ station_id: station.id, from_date: input.installedOn, rate: input.price, bands: '[]' })
    .execute()
  return station
}

export async function updateStation(tx: Transaction, stationId: string, input: StationFields): Promise<void> {
  await builder(tx).updateTable('station').set(columnsOf(input)).where('id', '=', stationId).execute()
}

/** Gives each station its place in the list as its sort number, from 1 on. */
export async function updateStationOrder(tx: Transaction, stationIds: readonly string[]): Promise<void> {
  await sql`
    update station set sort_number = place.nth
    from unnest(${stationIds}::uuid[]) with ordinality as place (id, nth)
    where station.id = place.id`.execute(builder(tx))
}

/** Clears the alarms of the tracker watch at a station that switched the watch off: nothing else would clear them. */
export async function endTrackerAlarms(tx: Transaction, stationId: string, now: number): Promise<void> {
  await sql`
    update alarm set cleared_at = ${new Date(now)}, losses_at = null
    from alarm_group
    where alarm_group.id = alarm.group_id and alarm_group.station_id = ${stationId}
      and alarm.source = 'trackerWatch' and alarm.cleared_at is null`.execute(builder(tx))
}

export async function findStationZone(db: Session, stationId: string): Promise<string> {
  const row = await builder(db)
    .selectFrom('station')
    .select('time_zone')
    .where('id', '=', stationId)
    .executeTakeFirstOrThrow()
  return row.time_zone
}

export async function hasEnergy(db: Session, stationId: string): Promise<boolean> {
  const row = await builder(db)
    .selectFrom('device_day')
    .select('date')
    .where('station_id', '=', stationId)
    .where('energy_kwh', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the station has measurements before that local day. */
export async function hasDataBefore(db: Session, stationId: string, day: string): Promise<boolean> {
  const row = await builder(db)
    .selectFrom('device_day')
    .select('date')
    .where('station_id', '=', stationId)
    .where('samples', '>', 0)
    .where('date', '<', day)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function isDeviceAt(db: Session, stationId: string, deviceId: string): Promise<boolean> {
  const row = await builder(db)
    .selectFrom('device')
    .select('id')
    .where('id', '=', deviceId)
    .where('station_id', '=', stationId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
