import { instant } from '../../database/instant.ts'
import { builder, type Transaction } from '../../database/session.ts'

/** Stores a logger's code, which replaces the former one, and deletes expired codes. */
export async function putClaim(
  tx: Transaction,
  claim: { loggerId: string; hash: Buffer; now: number; expiresAt: number },
): Promise<void> {
  const row = { code_hash: claim.hash, expires_at: new Date(claim.expiresAt) }
  await builder(tx).deleteFrom('logger_claim').where('expires_at', '<=', instant(claim.now)).execute()
  await builder(tx)
    .insertInto('logger_claim')
    .values({ logger_id: claim.loggerId, ...row })
    .onConflict((on) => on.column('logger_id').doUpdateSet(row))
    .execute()
}

/** Deletes a code and returns its logger; of two concurrent callers only one gets it. */
export async function takeClaim(tx: Transaction, hash: Buffer, now: number) {
  return builder(tx)
    .deleteFrom('logger_claim')
    .using('logger')
    .whereRef('logger.id', '=', 'logger_claim.logger_id')
    .where('logger_claim.code_hash', '=', hash)
    .where('logger_claim.expires_at', '>', instant(now))
    .where('logger.deleted_at', 'is', null)
    .returning(['logger.id', 'logger.serial'])
    .executeTakeFirst()
}
