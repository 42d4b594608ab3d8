import type { Database } from '../../database/database.ts'

export async function findTotp({ kysely }: Database, accountId: string) {
  return kysely.selectFrom('totp').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Keeps a secret that waits for its first code; false where one counts already. */
export async function putTotp({ kysely }: Database, accountId: string, secret: Buffer): Promise<boolean> {
  const kept = await kysely
    .insertInto('totp')
    .values({ account_id: accountId, secret, confirmed_at: null, last_step: null })
    .onConflict((on) =>
      on.column('account_id').doUpdateSet({ secret, last_step: null }).where('totp.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .execute()
  return kept.length > 0
}

/** Takes a code's step unless it, or a later one, was taken before; of two callers at once one is told true. */
export async function takeTotpStep({ kysely }: Database, accountId: string, step: number): Promise<boolean> {
  const taken = await kysely
    .updateTable('totp')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .returning('account_id')
    .execute()
  return taken.length > 0
}

export async function confirmTotp({ kysely }: Database, accountId: string, now: number): Promise<void> {
  await kysely
    .updateTable('totp')
    .set({ confirmed_at: new Date(now) })
    .where('account_id', '=', accountId)
    .execute()
}

export async function deleteTotp({ kysely }: Database, accountId: string): Promise<void> {
  await kysely.deleteFrom('totp').where('account_id', '=', accountId).execute()
}
