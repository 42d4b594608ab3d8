import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

export interface NewLoggerKey {
  loggerId: string
  keyHash: Buffer
  now: number
}

export async function insertLoggerKey(tx: Transaction, key: NewLoggerKey): Promise<string> {
  const { id } = await builder(tx)
    .insertInto('logger_key')
    .values({ logger_id: key.loggerId, key_hash: key.keyHash, created_at: new Date(key.now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends all keys of a logger at `endsAt` (epoch ms), unless they end before. */
export async function endLoggerKeys(tx: Transaction, loggerId: string, endsAt: number): Promise<void> {
  await builder(tx)
    .updateTable('logger_key')
    .set({ ends_at: new Date(endsAt) })
    .where('logger_id', '=', loggerId)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', instant(endsAt))]))
    .execute()
}

/** Keys of a logger that are valid at `now`: first the one without an end, then the others, latest end first. */
export async function findLoggerKeys(db: Session, loggerId: string, now: number) {
  return builder(db)
    .selectFrom('logger_key')
    .select(['id', 'created_at', 'ends_at', 'last_used_at'])
    .where('logger_id', '=', loggerId)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', instant(now))]))
    .orderBy('ends_at', (order) => order.desc().nullsFirst())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Deletes a key; returns whether the logger had it. */
export async function deleteLoggerKey(tx: Transaction, loggerId: string, keyId: string): Promise<boolean> {
  const gone = await builder(tx)
    .deleteFrom('logger_key')
    .where('id', '=', keyId)
    .where('logger_id', '=', loggerId)
    .returning('id')
    .execute()
  return gone.length > 0
}

/** Deletes keys of a logger that were never used. */
export async function deleteUnusedKeys(tx: Transaction, loggerId: string): Promise<void> {
  await builder(tx)
    .deleteFrom('logger_key')
    .where('logger_id', '=', loggerId)
    .where('last_used_at', 'is', null)
    .execute()
}

/** Deletes keys of the logger that ended by `now`. */
export async function forgetEndedKeys(tx: Transaction, loggerId: string, now: number): Promise<void> {
  await builder(tx)
    .deleteFrom('logger_key')
    .where('logger_id', '=', loggerId)
    .where('ends_at', '<=', instant(now))
    .execute()
}

export async function touchLoggerKey(tx: Transaction, keyId: string, now: number): Promise<void> {
  await builder(tx)
    .updateTable('logger_key')
    .set({ last_used_at: new Date(now) })
    .where('id', '=', keyId)
    .execute()
}
