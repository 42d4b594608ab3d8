import type { ApiKeyScope } from '@helioport/contract'
import { sql } from 'kysely'
import { reachableStations } from '../../access/queries/access.ts'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

/** A proof ends when the password changes. */
const provedAt = sql<number | null>`case when api_key.proved_at >= coalesce(account.password_changed_at, '-infinity')
  then api_key.proved_at end`.as('proved_at')

const stationIds = sql<string[]>`(select coalesce(array_agg(station_id::text order by station_id), '{}')
  from api_key_station where api_key_id = api_key.id)`.as('station_ids')

export type ApiKeyRow = Awaited<ReturnType<typeof findApiKeys>>[number]

/** Keys of the account, newest first, with those of their stations that the account reaches at `now`. */
export async function findApiKeys(db: Session, accountId: string, now: number, apiKeyId?: string) {
  return builder(db)
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .select(['api_key.id', 'name', 'scopes', 'api_key.all_stations', 'ending', 'last_used_at'])
    .select(['api_key.created_at', 'expires_at', provedAt])
    .select((of) =>
      of
        .selectFrom('api_key_station')
        .select(sql<string[]>`coalesce(array_agg(station_id::text order by station_id), '{}')`.as('ids'))
        .whereRef('api_key_id', '=', 'api_key.id')
        .where('station_id', 'in', reachableStations(db, accountId, now, 'view'))
        .as('station_ids'),
    )
    .where('account_id', '=', accountId)
    .$if(apiKeyId !== undefined, (query) => query.where('api_key.id', '=', apiKeyId ?? ''))
    .orderBy('api_key.created_at', 'desc')
    .orderBy('api_key.id')
    .execute()
}

/** Counts the account's keys. Locks the account's row, so that concurrent inserts cannot exceed the limit. */
export async function countApiKeys(tx: Transaction, accountId: string): Promise<number> {
  await builder(tx).selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const { count } = await builder(tx)
    .selectFrom('api_key')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertApiKey(
  tx: Transaction,
  key: {
    accountId: string
    keyHash: Buffer
    ending: string
    name: string
    scopes: ApiKeyScope[]
    stationIds: readonly string[] | null
    now: number
    expiresAt: number
  },
): Promise<string> {
  const { id } = await builder(tx)
    .insertInto('api_key')
    .values({
      account_id: key.accountId,
      key_hash: key.keyHash,
      ending: key.ending,
      name: key.name,
      scopes: key.scopes,
      all_stations: key.stationIds === null,
      created_at: new Date(key.now),
      expires_at: new Date(key.expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stations = (key.stationIds ?? []).map((station_id) => ({ api_key_id: id, station_id }))
  if (stations.length > 0) await builder(tx).insertInto('api_key_station').values(stations).execute()
  return id
}

/** Returns whether the account had the key. */
export async function deleteApiKey(tx: Transaction, accountId: string, apiKeyId: string): Promise<boolean> {
  const gone = await builder(tx)
    .deleteFrom('api_key')
    .where('id', '=', apiKeyId)
    .where('account_id', '=', accountId)
    .returning('id')
    .execute()
  return gone.length > 0
}

export async function setApiKeyProof(tx: Transaction, accountId: string, apiKeyId: string, now: number): Promise<void> {
  await builder(tx)
    .updateTable('api_key')
    .set({ proved_at: new Date(now) })
    .where('id', '=', apiKeyId)
    .where('account_id', '=', accountId)
    .execute()
}

/** A valid key with its account; undefined: unknown, expired, or the account is not active. */
export async function findKeyHolder(db: Session, keyHash: Buffer, now: number) {
  return builder(db)
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .innerJoin('active_account', 'active_account.id', 'account.id')
    .select(['account.id as account_id', 'user_name', 'nickname', 'role', 'state_name', 'main_account_id'])
    .select(['api_key.id', 'name', 'scopes', 'api_key.all_stations', 'last_used_at', provedAt, stationIds])
    .where('key_hash', '=', keyHash)
    .where('api_key.expires_at', '>', instant(now))
    .executeTakeFirst()
}

/** Counts one request in the window; returns the count of the window. */
export async function countRequest(tx: Transaction, apiKeyId: string, windowAt: number): Promise<number> {
  const { requests } = await builder(tx)
    .insertInto('api_key_use')
    .values({ api_key_id: apiKeyId, window_at: new Date(windowAt), requests: 1 })
    .onConflict((on) =>
      on.column('api_key_id').doUpdateSet({
        window_at: (of) => of.ref('excluded.window_at'),
        requests: sql<number>`case when api_key_use.window_at = excluded.window_at then api_key_use.requests + 1 else 1 end`,
      }),
    )
    .returning('requests')
    .executeTakeFirstOrThrow()
  return requests
}

export async function touchApiKey(tx: Transaction, apiKeyId: string, now: number): Promise<void> {
  await builder(tx)
    .updateTable('api_key')
    .set({ last_used_at: new Date(now) })
    .where('id', '=', apiKeyId)
    .execute()
}
