import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

/** What a station holds: what goes with it, and what stays. */
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
 * Deletes the station that the token was given for: once, by whom it was given to, in time. Devices and loggers stay
 * with the account; removed devices go, since nothing of them is left to be assigned. False: no such token.
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
  const { stationId } = deletion
  await trx.deleteFrom('device').where('station_id', '=', stationId).where('removed_at', 'is not', null).execute()
  await trx
    .deleteFrom('picture')
    .where(sql<boolean>`id in (select unnest(array[picture_id, logo_id]) from station where id = ${stationId}::uuid)`)
    .execute()
  await trx.deleteFrom('station').where('id', '=', stationId).execute()
  return true
}
