import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

const sameText = (column: string, text: string) => sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`

/** The account that an address belongs to, primary or not. */
export async function findAccountOfEmail({ kysely }: Database, email: string) {
  return kysely
    .selectFrom('email')
    .innerJoin('account', 'account.id', 'email.account_id')
    .selectAll('account')
    .where(sameText('email.email', email))
    .executeTakeFirst()
}

export async function findEmails({ kysely }: Database, accountId: string) {
  return kysely
    .selectFrom('email')
    .innerJoin('account', 'account.id', 'email.account_id')
    .select(['email.id', 'email.email', 'email.added_at'])
    .select(sql<boolean>`lower(email.email) = lower(account.email)`.as('primary'))
    .where('account_id', '=', accountId)
    .orderBy('added_at')
    .orderBy('email.id')
    .execute()
}

/** Binds an address; null where it belongs to an account already. */
export async function insertEmail({ kysely }: Database, accountId: string, email: string, now: number) {
  return kysely
    .insertInto('email')
    .values({ account_id: accountId, email, added_at: new Date(now) })
    .onConflict((on) => on.expression(sql`lower(email)`).doNothing())
    .returning(['id', 'email', 'added_at'])
    .executeTakeFirst()
}

export async function setPrimaryEmail({ kysely }: Database, accountId: string, email: string): Promise<void> {
  await kysely.updateTable('account').set({ email }).where('id', '=', accountId).execute()
}

/** Unbinds an address unless it is the primary one; says whether it did. */
export async function deleteEmail({ kysely }: Database, accountId: string, emailId: string): Promise<boolean> {
  const gone = await kysely
    .deleteFrom('email')
    .where('id', '=', emailId)
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`not exists (select from account where account.id = email.account_id and lower(account.email) = lower(email.email))`,
    )
    .returning('id')
    .execute()
  return gone.length > 0
}
