import type { TariffInput } from '@helioport/contract'
import { sql } from 'kysely'
import type { Rate } from '../../figure/tariff.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

export interface TariffRow extends Rate {
  id: string
  station_id: string
}

/** Rates of these stations, oldest first per station. */
export async function findTariffs(db: Session, stationIds: readonly string[]): Promise<TariffRow[]> {
  return builder(db)
    .selectFrom('tariff')
    .selectAll()
    .where('station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .orderBy('station_id')
    .orderBy('from_date')
    .execute()
}

type Terms = Omit<TariffInput, 'correction'>

/** A change of past rates: its author, and the terms from that day before and after the change. */
export interface CorrectionNote {
  userName: string
  before: Terms | null
  after: Terms | null
  now: number
}

/** Changes a station's rates under the lock of its row, in one transaction with the note of the change. */
export async function changeTariffs<T>(
  tx: Transaction,
  stationId: string,
  change: (rows: TariffRow[], store: TariffStore) => Promise<T>,
): Promise<T> {
  const trx = builder(tx)
  await trx.selectFrom('station').select('id').where('id', '=', stationId).forUpdate().executeTakeFirst()
  const rows = await trx
    .selectFrom('tariff')
    .selectAll()
    .where('station_id', '=', stationId)
    .orderBy('from_date')
    .execute()
  return change(rows, {
    insert: async (terms) =>
      trx
        .insertInto('tariff')
        .values({ station_id: stationId, ...columnsOf(terms) })
        .returningAll()
        .executeTakeFirstOrThrow(),
    update: async (tariffId, terms) =>
      trx
        .updateTable('tariff')
        .set(columnsOf(terms))
        .where('id', '=', tariffId)
        .returningAll()
        .executeTakeFirstOrThrow(),
    delete: async (tariffId) => {
      await trx.deleteFrom('tariff').where('id', '=', tariffId).execute()
    },
    note: async ({ userName, before, after, now }) => {
      await trx
        .insertInto('tariff_correction')
        .values({
          station_id: stationId,
          user_name: userName,
          at: new Date(now),
          before: before && JSON.stringify(before),
          after: after && JSON.stringify(after),
        })
        .execute()
    },
  })
}

export interface TariffStore {
  insert: (terms: Terms) => Promise<TariffRow>
  update: (tariffId: string, terms: Terms) => Promise<TariffRow>
  delete: (tariffId: string) => Promise<void>
  note: (note: CorrectionNote) => Promise<void>
}

function columnsOf({ from, rate, bands }: Terms) {
  return { from_date: from, rate, bands: JSON.stringify(bands) }
}

export async function findCorrections(db: Session, stationId: string, page: { limit: number; offset: number }) {
  const found = builder(db).selectFrom('tariff_correction').where('station_id', '=', stationId)
  const rows = await found
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
