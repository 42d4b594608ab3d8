import { builder, query, type Session, type Transaction } from '../../database/session.ts'

export interface RequestKey {
  accountId: string
  key: string
}

/** Result of a request: a station that was made or changed, or the first command of an order. */
export interface RequestResult {
  of: 'station' | 'command'
  id: string
}

const columns = { station: 'station_id', command: 'command_id' } as const

/**
 * Takes a key in the open transaction. False: the key is taken. Waits for the end of another open transaction that has
 * taken it.
 */
export async function claimRequestKey(
  tx: Transaction,
  { accountId, key }: RequestKey,
  requestHash: Buffer,
  now: number,
): Promise<boolean> {
  const claimed = await builder(tx)
    .insertInto('request_key')
    .values({
      account_id: accountId,
      key,
      request_hash: requestHash,
      station_id: null,
      command_id: null,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function keepRequestResult(
  tx: Transaction,
  { accountId, key }: RequestKey,
  { of, id }: RequestResult,
): Promise<void> {
  await builder(tx)
    .updateTable('request_key')
    .set({ [columns[of]]: id })
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .execute()
}

export async function findRequestKey(db: Session, { accountId, key }: RequestKey) {
  return builder(db)
    .selectFrom('request_key')
    .select(['request_hash', 'station_id', 'command_id'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function deleteRequestKeys(tx: Transaction, before: number): Promise<void> {
  await query(tx, 'delete from request_key where created_at < $1', [new Date(before)])
}
