import { builder, type Session, type Transaction } from '../../database/session.ts'

/** Hash of the code that opens the first run; undefined: the portal is not in its first run. */
export async function findFirstCode(db: Session): Promise<Buffer | undefined> {
  const row = await builder(db).selectFrom('first_run').select('code_hash').executeTakeFirst()
  return row?.code_hash
}

/** Stores the code of the first run, replacing a former code. False: the portal has accounts, and nothing is stored. */
export async function putFirstCode(tx: Transaction, hash: Buffer): Promise<boolean> {
  const trx = builder(tx)
  const renewed = await trx.updateTable('first_run').set({ code_hash: hash }).returning('is_only').execute()
  if (renewed.length > 0) return true
  const account = await trx.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (account) return false
  await trx
    .insertInto('first_run')
    .values({ code_hash: hash })
    .onConflict((on) => on.column('is_only').doUpdateSet({ code_hash: hash }))
    .execute()
  return true
}

/** Deletes the code and returns whether it existed. Of two concurrent callers only one gets true. */
export async function takeFirstCode(tx: Transaction, hash: Buffer): Promise<boolean> {
  const taken = await builder(tx).deleteFrom('first_run').where('code_hash', '=', hash).returning('is_only').execute()
  return taken.length > 0
}

export async function closeFirstRun(tx: Transaction): Promise<void> {
  await builder(tx).deleteFrom('first_run').execute()
}
