import { builder, type Session, type Transaction } from '../../database/session.ts'

export async function findTotp(db: Session, accountId: string) {
  return builder(db).selectFrom('totp').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Stores an unconfirmed secret; false: the account has a confirmed one. */
export async function putTotp(tx: Transaction, accountId: string, secret: Buffer): Promise<boolean> {
  const kept = await builder(tx)
    .insertInto('totp')
    .values({ account_id: accountId, secret, confirmed_at: null, last_step: null })
    .onConflict((on) =>
      on.column('account_id').doUpdateSet({ secret, last_step: null }).where('totp.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .execute()
  return kept.length > 0
}

/** Uses up a code's time step; false: this or a later step was used. Of two concurrent callers only one gets true. */
export async function takeTotpStep(tx: Transaction, accountId: string, step: number): Promise<boolean> {
  const taken = await builder(tx)
    .updateTable('totp')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .returning('account_id')
    .execute()
  return taken.length > 0
}

export async function confirmTotp(tx: Transaction, accountId: string, now: number): Promise<void> {
  await builder(tx)
    .updateTable('totp')
    .set({ confirmed_at: new Date(now) })
    .where('account_id', '=', accountId)
    .execute()
}

export async function deleteTotp(tx: Transaction, accountId: string): Promise<void> {
  await builder(tx).deleteFrom('totp').where('account_id', '=', accountId).execute()
}
