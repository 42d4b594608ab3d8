import { builder, type Session, type Transaction } from '../../database/session.ts'

/** Hash of the code that opens the first run; undefined: there is none to come. */
export async function findFirstCode(db: Session): Promise<Buffer | undefined> {
  const row = await builder(db).selectFrom('first_run').select('code_hash').executeTakeFirst()
  return row?.code_hash
}

/** The newest code is the only one. A first run that is over, or a portal with accounts, stays as it is: false. */
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

/** Whether there was such a code; it is gone afterwards. Of two callers at once one is told true. */
export async function takeFirstCode(tx: Transaction, hash: Buffer): Promise<boolean> {
  const taken = await builder(tx).deleteFrom('first_run').where('code_hash', '=', hash).returning('is_only').execute()
  return taken.length > 0
}

export async function closeFirstRun(tx: Transaction): Promise<void> {
  await builder(tx).deleteFrom('first_run').execute()
}
