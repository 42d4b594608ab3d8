import { sql } from 'kysely'
import { builder, type Session, type Transaction } from '../../database/session.ts'

const sameText = (column: string, text: string) => sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`

/** The account that an address belongs to, primary or not. */
export async function findAccountOfEmail(db: Session, email: string) {
  return builder(db)
    .selectFrom('email')
    .innerJoin('account', 'account.id', 'email.account_id')
    .selectAll('account')
    .where(sameText('email.email', email))
    .executeTakeFirst()
}

export async function findEmails(db: Session, accountId: string) {
  return builder(db)
    .selectFrom('email')
    .innerJoin('account', 'account.id', 'email.account_id')
    .select(['email.id', 'email.email', 'email.added_at'])
    .select(sql<boolean>`lower(email.email) = lower(account.email)`.as('primary'))
    .where('account_id', '=', accountId)
    .orderBy('added_at')
    .orderBy('email.id')
    .execute()
}

/** Binds an address; undefined: the address already belongs to an account. */
export async function insertEmail(tx: Transaction, accountId: string, email: string, now: number) {
  return builder(tx)
    .insertInto('email')
    .values({ account_id: accountId, email, added_at: new Date(now) })
    .onConflict((on) => on.expression(sql`lower(email)`).doNothing())
    .returning(['id', 'email', 'added_at'])
    .executeTakeFirst()
}

export async function setPrimaryEmail(tx: Transaction, accountId: string, email: string): Promise<void> {
  await builder(tx).updateTable('account').set({ email }).where('id', '=', accountId).execute()
}

/** Unbinds an address unless it is the primary one; returns whether it was unbound. */
export async function deleteEmail(tx: Transaction, accountId: string, emailId: string): Promise<boolean> {
  const gone = await builder(tx)
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
