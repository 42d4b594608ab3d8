import type { StationInput } from '@helioport/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Stations that an account may see: its own. The one place that says so; sharing is added here. */
function visibleStations({ kysely }: Database, accountId: string) {
  return kysely.selectFrom('station').where('station.account_id', '=', accountId)
}

export type StationRow = Awaited<ReturnType<typeof findStations>>[number]

/** `search`: part of the name or the address. */
export async function findStations(db: Database, accountId: string, filter: { search?: string; stationId?: string }) {
  const { search, stationId } = filter
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return visibleStations(db, accountId)
    .selectAll('station')
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
