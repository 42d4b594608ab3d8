import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

/** Counts what a deletion of the station deletes, and the devices and loggers that stay. */
export async function countStationThings(db: Session, stationId: string) {
  const { rows } = await sql<{
    days: number
    energy_kwh: number
    shares: number
    tariffs: number
    devices: number
    loggers: number
  }>`
    select count(distinct day.date) as days, coalesce(sum(day.energy_kwh), 0) as energy_kwh,
      (select count(*) from station_share where station_id = ${stationId}::uuid and declined_at is null) as shares,
      (select count(*) from tariff where station_id = ${stationId}::uuid) as tariffs,
      (select count(*) from device where station_id = ${stationId}::uuid and removed_at is null) as devices,
      (select count(*) from logger where station_id = ${stationId}::uuid and deleted_at is null) as loggers
    from device_day day where station_id = ${stationId}::uuid and energy_kwh is not null`.execute(builder(db))
  const [row] = rows
  if (!row) throw new Error('an aggregate has one row')
  return row
}

export async function insertDeletion(
  tx: Transaction,
  deletion: { tokenHash: Buffer; stationId: string; accountId: string; now: number; expiresAt: number },
): Promise<void> {
  await builder(tx).deleteFrom('station_deletion').where('expires_at', '<=', instant(deletion.now)).execute()
  await builder(tx)
    .insertInto('station_deletion')
    .values({
      token_hash: deletion.tokenHash,
      station_id: deletion.stationId,
      account_id: deletion.accountId,
      expires_at: new Date(deletion.expiresAt),
    })
    .execute()
}

/**
 * Deletes the station for which the token was issued: once, by the same account, before it expires. Devices and loggers
 * stay with the account; removed devices are deleted, because nobody can assign them again. False: no such token.
 */
export async function deleteStation(
  tx: Transaction,
  deletion: { tokenHash: Buffer; stationId: string; accountId: string; now: number },
): Promise<boolean> {
  const trx = builder(tx)
  const { numDeletedRows } = await trx
    .deleteFrom('station_deletion')
    .where('token_hash', '=', deletion.tokenHash)
    .where('station_id', '=', deletion.stationId)
    .where('account_id', '=', deletion.accountId)
    .where('expires_at', '>', instant(deletion.now))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await removeStation(tx, deletion.stationId)
  return true
}

/** Deletes a station with its removed devices and its pictures. */
export async function removeStation(tx: Transaction, stationId: string): Promise<void> {
  const trx = builder(tx)
  await trx.deleteFrom('device').where('station_id', '=', stationId).where('removed_at', 'is not', null).execute()
  await trx
    .deleteFrom('picture')
    .where(sql<boolean>`id in (select unnest(array[picture_id, logo_id]) from station where id = ${stationId}::uuid)`)
    .execute()
  await trx.deleteFrom('station').where('id', '=', stationId).execute()
}

/**
 * Deletes devices of the account's loggers with their data, and stations that had no other devices and loggers. Returns
 * the affected stations that stay: the caller has their days recomputed.
 */
export async function deleteMeasuredBy(
  tx: Transaction,
  accountId: string,
  loggerIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; is_empty: boolean }>`
    with own as (select id, station_id from logger where account_id = ${accountId}::uuid and id = any(${loggerIds}::uuid[])),
      gone as (delete from device where logger_id in (select id from own) returning id, station_id)
    select station.id, not exists (
        select from device where station_id = station.id and id not in (select id from gone)
        union all
        select from logger where station_id = station.id and id not in (select id from own) and deleted_at is null
      ) as is_empty
    from station where account_id = ${accountId}::uuid
      and (id in (select station_id from own) or id in (select station_id from gone))`.execute(builder(tx))
  for (const { id, is_empty } of rows) if (is_empty) await removeStation(tx, id)
  return rows.flatMap(({ id, is_empty }) => (is_empty ? [] : id))
}
