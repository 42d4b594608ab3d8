import type { Database } from '../../database/database.ts'

/** Puts new codes in the place of the account's former ones. */
export async function replaceRecoveryCodes({ kysely }: Database, accountId: string, hashes: Buffer[]): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
    if (hashes.length === 0) return
    const rows = hashes.map((code_hash) => ({ account_id: accountId, code_hash }))
    await trx.insertInto('recovery_code').values(rows).execute()
  })
}

/** Uses a code up; of two callers at once one is told true. */
export async function takeRecoveryCode({ kysely }: Database, accountId: string, hash: Buffer): Promise<boolean> {
  const taken = await kysely
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .returning('account_id')
    .execute()
  return taken.length > 0
}

export async function countRecoveryCodes({ kysely }: Database, accountId: string): Promise<number> {
  const { count } = await kysely
    .selectFrom('recovery_code')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
