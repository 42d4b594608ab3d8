import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, query, type Session, type Transaction } from '../../database/session.ts'

export async function findDeletion(db: Session, accountId: string) {
  return builder(db).selectFrom('account_deletion').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** False: a deletion was requested before, and stays as it is. */
export async function insertDeletion(
  tx: Transaction,
  { accountId, now, dueAt }: { accountId: string; now: number; dueAt: number },
): Promise<boolean> {
  const inserted = await builder(tx)
    .insertInto('account_deletion')
    .values({ account_id: accountId, asked_at: new Date(now), due_at: new Date(dueAt) })
    .onConflict((on) => on.doNothing())
    .returning('account_id')
    .execute()
  return inserted.length > 0
}

/** False: no deletion was requested, or it has begun. */
export async function deleteDeletion(tx: Transaction, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await builder(tx)
    .deleteFrom('account_deletion')
    .where('account_id', '=', accountId)
    .where('begun_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Counts what is deleted with an account, and the accounts that lose access to its stations. */
export async function countOwn(db: Session, accountId: string) {
  const { rows } = await query<Record<'stations' | 'devices' | 'loggers' | 'sub_accounts' | 'shared_with', number>>(
    db,
    `select (select count(*) from station where account_id = $1) as stations,
       (select count(*) from device where account_id = $1 and removed_at is null) as devices,
       (select count(*) from logger where account_id = $1 and deleted_at is null) as loggers,
       (select count(*) from account where main_account_id = $1) as sub_accounts,
       (select count(distinct share.account_id) from station_share share join station on station.id = share.station_id
        where station.account_id = $1 and share.accepted_at is not null and share.account_id is not null) as shared_with`,
    [accountId],
  )
  const [row] = rows
  if (!row) throw new Error('an aggregate has one row')
  return row
}

/** Accounts affected by the deletion: those that see stations of this account, and its sub-accounts. */
export async function findConcerned(db: Session, accountId: string) {
  return builder(db)
    .selectFrom('account')
    .selectAll()
    .where((where) =>
      where.or([
        where('main_account_id', '=', accountId),
        where(
          'id',
          'in',
          where
            .selectFrom('station_share')
            .innerJoin('station', 'station.id', 'station_share.station_id')
            .select('station_share.account_id')
            .where('station.account_id', '=', accountId)
            .where('station_share.accepted_at', 'is not', null)
            .$castTo<{ account_id: string }>(),
        ),
      ]),
    )
    .execute()
}

export async function findDueDeletions(db: Session, now: number): Promise<string[]> {
  const rows = await builder(db)
    .selectFrom('account_deletion')
    .select('account_id')
    .where('due_at', '<=', instant(now))
    .orderBy('due_at')
    .orderBy('account_id')
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Begins the deletion: the account can no longer act, and no data comes in. False: the request was withdrawn. */
export async function beginDeletion(tx: Transaction, accountId: string, now: number): Promise<boolean> {
  const within = builder(tx)
  const begun = await within
    .updateTable('account_deletion')
    .set({ begun_at: sql<Date>`coalesce(begun_at, ${new Date(now)})` })
    .where('account_id', '=', accountId)
    .where('due_at', '<=', instant(now))
    .returning('account_id')
    .execute()
  if (begun.length === 0) return false
  const people = sql<string>`any(array(select id from account where ${accountId} in (id, main_account_id)))`
  await within
    .updateTable('account')
    .set({ disabled_at: new Date(now) })
    .where('id', '=', people)
    .execute()
  await within.deleteFrom('session').where('account_id', '=', people).execute()
  await within.deleteFrom('api_key').where('account_id', '=', people).execute()
  await sql`delete from logger_key where logger_id in (select id from logger where account_id = ${accountId})`.execute(
    within,
  )
  return true
}

const samplesOf = { device: 'device_sample', logger: 'sensor_sample' } as const
const keyOf = { device: 'device_no', logger: 'logger_no' } as const
/** Statement time-out: one statement deletes years of samples. */
const patience = '10min'

/** Deletes one device (or logger) of the account with all its measurements; false: the account has none left. */
export async function deleteNext(tx: Transaction, table: 'device' | 'logger', accountId: string): Promise<boolean> {
  const { rows } = await query<{ no: number }>(
    tx,
    `select no from ${table} where account_id = $1 order by no limit 1`,
    [accountId],
  )
  const [first] = rows
  if (!first) return false
  await query(tx, `set local statement_timeout = '${patience}'`)
  await query(tx, `delete from ${samplesOf[table]} where ${keyOf[table]} = $1`, [first.no])
  await query(tx, `delete from ${table} where no = $1`, [first.no])
  return true
}

export async function findOwnStation(db: Session, accountId: string): Promise<string | undefined> {
  const row = await builder(db)
    .selectFrom('station')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Sub-accounts of the account, then the account itself. */
export async function findPeople(db: Session, accountId: string) {
  return builder(db)
    .selectFrom('account')
    .selectAll()
    .where((where) => where.or([where('id', '=', accountId), where('main_account_id', '=', accountId)]))
    .orderBy(sql`main_account_id is null`)
    .orderBy('id')
    .execute()
}

/** The email addresses and the phone number of an account, lower case. */
export async function findAddresses(db: Session, accountId: string): Promise<string[]> {
  const { rows } = await query<{ address: string }>(
    db,
    `select lower(email) as address from account where id = $1 and email is not null
     union select phone from account where id = $1 and phone <> ''
     union select lower(email) from email where account_id = $1`,
    [accountId],
  )
  return rows.map(({ address }) => address)
}

/**
 * Cancels waiting messages to an account, and returns the ids of all messages to it or to its addresses. Messages of
 * other accounts to the same number (a shared or only typed number) are left alone.
 */
export async function stopMessages(tx: Transaction, accountId: string, addresses: readonly string[]) {
  const { rows } = await query<{ id: string }>(
    tx,
    `update message set failed_at = coalesce(failed_at, sent_at, due_at), content = null
     where account_id = $1 or (account_id is null and lower(recipient) = any($2::text[])) returning id`,
    [accountId, addresses],
  )
  return rows.map(({ id }) => id)
}

/** Tables of stations that store the name of the author. */
const signed = ['tariff_correction', 'accepted_value', 'history_import', 'value_edit'] as const

/** Deletes one account and its name elsewhere. Texts of others stay, and so do its own, without its name. */
export async function deletePerson(
  tx: Transaction,
  { id, userName }: { id: string; userName: string },
  addresses: readonly string[],
): Promise<void> {
  await query(tx, `set local statement_timeout = '${patience}'`)
  await query(tx, `update alarm_comment set user_name = '' where account_id = $1`, [id])
  for (const table of signed)
    await query(tx, `update ${table} set user_name = '' where lower(user_name) = lower($1)`, [userName])
  const names = [...addresses, userName.toLowerCase()]
  await query(tx, 'delete from station_share where account_id is null and lower(name) = any($1::text[])', [names])
  await query(
    tx,
    'delete from message where account_id = $1 or (account_id is null and lower(recipient) = any($2::text[]))',
    [id, addresses],
  )
  await query(tx, 'delete from mail_request where lower(target) = any($1::text[])', [names])
  // The target of a code is an address, an account, or both.
  await query(tx, `delete from one_time_code where lower(target) = any($1::text[]) or starts_with(target, $2)`, [
    names,
    id,
  ])
  await query(tx, 'delete from openid_flow where lower(email) = any($1::text[])', [addresses])
  await query(
    tx,
    `delete from webhook_delivery where event = 'share.received' and body::jsonb #>> '{data,ownerUserName}' = $1`,
    [userName],
  )
  await query(tx, 'delete from account where id = $1', [id])
  // Triggers wrote these rows while its stations were deleted.
  await query(tx, 'delete from fleet_count where account_id = $1', [id])
  await query(tx, 'delete from alarm_count where account_id = $1', [id])
  await query(tx, 'delete from yield_count where account_id = $1', [id])
  await query(tx, 'delete from station_due where account_id = $1', [id])
  await query(tx, 'delete from yield_due where account_id = $1', [id])
}
