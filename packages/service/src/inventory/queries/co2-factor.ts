import type { Co2FactorInput } from '@helioport/contract'
import { sql } from 'kysely'
import { builder, type Session, type Transaction } from '../../database/session.ts'

/** Own factors of these stations, oldest first per station. */
export async function findCo2Factors(db: Session, stationIds: readonly string[]) {
  return builder(db)
    .selectFrom('co2_factor')
    .selectAll()
    .where('station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .orderBy('station_id')
    .orderBy('from_date')
    .execute()
}

export async function insertCo2Factor(tx: Transaction, stationId: string, input: Co2FactorInput) {
  return builder(tx)
    .insertInto('co2_factor')
    .values({
      station_id: stationId,
      from_date: input.from,
      kg_per_kwh: input.kgPerKwh,
      year: input.year,
      source: input.source,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a factor that begins on `earliest` or later. 'past': it begins earlier and stays. */
export async function deleteCo2Factor(
  tx: Transaction,
  stationId: string,
  co2FactorId: string,
  earliest: string,
): Promise<'deleted' | 'past' | 'unknown'> {
  const own = (of: 'co2_factor') =>
    builder(tx).selectFrom(of).where('id', '=', co2FactorId).where('station_id', '=', stationId)
  const { numDeletedRows } = await builder(tx)
    .deleteFrom('co2_factor')
    .where('id', '=', co2FactorId)
    .where('station_id', '=', stationId)
    .where('from_date', '>=', earliest)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return 'deleted'
  return (await own('co2_factor').select('id').executeTakeFirst()) ? 'past' : 'unknown'
}
