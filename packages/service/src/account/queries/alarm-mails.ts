import type { AlarmMails } from '@helioport/contract'
import { query, type Session, type Transaction } from '../../database/session.ts'

/** Muted stations among those that the account has access to. */
export async function findMutedStations(db: Session, accountId: string): Promise<string[]> {
  const { rows } = await query<{ station_id: string }>(
    db,
    `select station_id from muted_station
     where account_id = $1 and station_id in (select station_id from station_access where account_id = $1)
     order by station_id`,
    [accountId],
  )
  return rows.map(({ station_id }) => station_id)
}

export async function setAlarmMails(tx: Transaction, accountId: string, chosen: AlarmMails): Promise<void> {
  const { byMail, faults, notices, quiet, stationIds } = chosen
  await query(
    tx,
    `update account set mail_faults = $2, mail_notices = $3, quiet_from = $4, quiet_to = $5, alarms_by_mail = $6,
       quiet_zone = $7
     where id = $1`,
    [accountId, faults, notices, quiet?.from ?? null, quiet?.to ?? null, byMail, quiet?.timeZone ?? null],
  )
  await query(tx, 'delete from muted_station where account_id = $1', [accountId])
  await query(
    tx,
    `insert into muted_station (account_id, station_id)
     select distinct $1::uuid, station_id from station_access where account_id = $1 and station_id = any($2::uuid[])`,
    [accountId, stationIds],
  )
}
