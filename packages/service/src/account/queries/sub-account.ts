import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

interface SubAccountRights {
  nickname: string
  mayControl: boolean
  allStations: boolean
  stationIds: readonly string[]
}

export type SubAccountRow = Awaited<ReturnType<typeof findSubAccounts>>[number]

/** Sub-accounts of a main account in order of user name, with the stations assigned to each. */
export async function findSubAccounts(db: Session, mainAccountId: string, subAccountId?: string) {
  return builder(db)
    .selectFrom('account')
    .select(['id', 'user_name', 'nickname', 'email', 'may_control', 'all_stations', 'disabled_at', 'created_at'])
    .select((of) =>
      of
        .selectFrom('sub_account_station')
        .select(sql<string[]>`coalesce(array_agg(station_id order by station_id), '{}')::text[]`.as('ids'))
        .whereRef('sub_account_station.account_id', '=', 'account.id')
        .as('station_ids'),
    )
    .where('main_account_id', '=', mainAccountId)
    .$if(subAccountId !== undefined, (query) => query.where('id', '=', subAccountId ?? ''))
    .orderBy(sql`lower(user_name)`)
    .execute()
}

export async function insertSubAccount(
  tx: Transaction,
  account: SubAccountRights & {
    mainAccountId: string
    userName: string
    email: string | null
    passwordHash: string
    now: number
  },
): Promise<string> {
  const now = new Date(account.now)
  const trx = builder(tx)
  const { id } = await trx
    .insertInto('account')
    .values((of) => ({
      user_name: account.userName,
      email: account.email,
      password_hash: account.passwordHash,
      role: 'owner' as const,
      state_name: '',
      nickname: account.nickname,
      activated_at: now,
      created_at: now,
      main_account_id: account.mainAccountId,
      may_control: account.mayControl,
      all_stations: account.allStations,
      // Time zone and currency of the main account until the sub-account chooses its own.
      time_zone_offset: of.selectFrom('account').select('time_zone_offset').where('id', '=', account.mainAccountId),
      currency: of.selectFrom('account').select('currency').where('id', '=', account.mainAccountId),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertStations(trx, id, account.stationIds)
  return id
}

/** Changes rights and state; disabling ends the sessions. False: the main account has no such sub-account. */
export async function updateSubAccount(
  tx: Transaction,
  { mainAccountId, subAccountId, now }: { mainAccountId: string; subAccountId: string; now: number },
  change: SubAccountRights & { disabled: boolean },
): Promise<boolean> {
  const trx = builder(tx)
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({
      nickname: change.nickname,
      may_control: change.mayControl,
      all_stations: change.allStations,
      disabled_at: change.disabled ? new Date(now) : null,
    })
    .where('id', '=', subAccountId)
    .where('main_account_id', '=', mainAccountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await trx.deleteFrom('sub_account_station').where('account_id', '=', subAccountId).execute()
  await insertStations(trx, subAccountId, change.stationIds)
  if (change.disabled) await trx.deleteFrom('session').where('account_id', '=', subAccountId).execute()
  return true
}

async function insertStations(trx: Kysely<Tables>, accountId: string, stationIds: readonly string[]): Promise<void> {
  if (stationIds.length === 0) return
  await trx
    .insertInto('sub_account_station')
    .values(stationIds.map((stationId) => ({ account_id: accountId, station_id: stationId })))
    .execute()
}

/** Sets a password and ends all sessions. False: the main account has no such sub-account. */
export async function updateSubAccountPassword(
  tx: Transaction,
  named: { mainAccountId: string; subAccountId: string; now: number },
  passwordHash: string,
): Promise<boolean> {
  const trx = builder(tx)
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ password_hash: passwordHash, password_changed_at: new Date(named.now) })
    .where('id', '=', named.subAccountId)
    .where('main_account_id', '=', named.mainAccountId)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await trx.deleteFrom('session').where('account_id', '=', named.subAccountId).execute()
  return numUpdatedRows > 0n
}

export async function deleteSubAccount(tx: Transaction, mainAccountId: string, subAccountId: string) {
  const { numDeletedRows } = await builder(tx)
    .deleteFrom('account')
    .where('id', '=', subAccountId)
    .where('main_account_id', '=', mainAccountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
