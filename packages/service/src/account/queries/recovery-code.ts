import { builder, type Session, type Transaction } from '../../database/session.ts'

/** Replaces all recovery codes of the account. */
export async function replaceRecoveryCodes(tx: Transaction, accountId: string, hashes: Buffer[]): Promise<void> {
  const trx = builder(tx)
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((code_hash) => ({ account_id: accountId, code_hash }))
  await trx.insertInto('recovery_code').values(rows).execute()
}

/** Uses a code up; of two concurrent callers only one gets true. */
export async function takeRecoveryCode(tx: Transaction, accountId: string, hash: Buffer): Promise<boolean> {
  const taken = await builder(tx)
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .returning('account_id')
    .execute()
  return taken.length > 0
}

export async function countRecoveryCodes(db: Session, accountId: string): Promise<number> {
  const { count } = await builder(db)
    .selectFrom('recovery_code')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
