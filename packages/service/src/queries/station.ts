import type { StationInput } from '@helioport/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { accessOf } from './access.ts'

export type StationRow = Awaited<ReturnType<typeof findStations>>[number]

/** Stations that the account may see at `now`, with its rights there. `search`: part of the name or the address. */
export async function findStations(
  { kysely }: Database,
  accountId: string,
  now: number,
  filter: { search?: string; stationId?: string },
) {
  const { search, stationId } = filter
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return accessOf(kysely, accountId, now)
    .innerJoin('station', 'station.id', 'station_access.station_id')
    .selectAll('station')
    .select('station_access.rights')
    .$if(stationId !== undefined, (query) => query.where('station.id', '=', stationId ?? ''))
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

export async function insertStation({ kysely }: Database, accountId: string, input: StationInput, now: number) {
  return kysely
    .insertInto('station')
    .values({
      account_id: accountId,
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
      price: input.price,
      currency: input.currency,
      sort_number: input.sortNumber,
      created_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
