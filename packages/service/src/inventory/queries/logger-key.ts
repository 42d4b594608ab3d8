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

/** All keys of a logger that count now end at `endsAt` (epoch ms), unless they end before. */
export async function endLoggerKeys(tx: Transaction, loggerId: string, endsAt: number): Promise<void> {
  await builder(tx)
    .updateTable('logger_key')
    .set({ ends_at: new Date(endsAt) })
    .where('logger_id', '=', loggerId)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', instant(endsAt))]))
    .execute()
}

/** Keys of a logger that count at `now`: the one that stays, then those that end, newest first. */
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

/** Takes a key away; says whether the logger had it. */
export async function deleteLoggerKey(tx: Transaction, loggerId: string, keyId: string): Promise<boolean> {
  const gone = await builder(tx)
    .deleteFrom('logger_key')
    .where('id', '=', keyId)
    .where('logger_id', '=', loggerId)
    .returning('id')
    .execute()
  return gone.length > 0
}

/** Keys of a logger that nobody ever sent with. */
export async function deleteUnusedKeys(tx: Transaction, loggerId: string): Promise<void> {
  await builder(tx)
    .deleteFrom('logger_key')
    .where('logger_id', '=', loggerId)
    .where('last_used_at', 'is', null)
    .execute()
}

/** Keys of the logger that ended by `now` are forgotten. */
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
