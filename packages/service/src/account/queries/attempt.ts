import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, type Transaction } from '../../database/session.ts'

/**
 * Counts one try. Returns its id, its number within the window, and when the oldest try expires (epoch ms). Tries of
 * one key are serialized: an uncommitted try would not be counted.
 */
export async function insertAttempt(tx: Transaction, key: Buffer, now: number, expiresAt: number) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attempt ${key.toString('hex')}`}, 0))`.execute(builder(tx))
  await builder(tx).deleteFrom('attempt').where('expires_at', '<=', instant(now)).execute()
  const { id } = await builder(tx)
    .insertInto('attempt')
    .values({ key, at: new Date(now), expires_at: new Date(expiresAt) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await builder(tx)
    .selectFrom('attempt')
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('expires_at').as('firstEnd')])
    .where('key', '=', key)
    .where('expires_at', '>', instant(now))
    // Only earlier tries: of parallel tries the first ones are allowed.
    .where('id', '<=', id)
    .executeTakeFirstOrThrow()
  return { id, count: row.count, firstEnd: row.firstEnd ?? expiresAt }
}

export async function deleteAttempt(tx: Transaction, id: number): Promise<void> {
  await builder(tx).deleteFrom('attempt').where('id', '=', id).execute()
}

export async function deleteAttempts(tx: Transaction, key: Buffer): Promise<void> {
  await builder(tx).deleteFrom('attempt').where('key', '=', key).execute()
}
