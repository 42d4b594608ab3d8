import { sql } from 'kysely'
import { builder, type Session, type Transaction } from '../../database/session.ts'

/** Uses the clock of the database, which all instances share. */
export async function wroteWithin(db: Session, accountId: string, ms: number): Promise<boolean> {
  const row = await builder(db)
    .selectFrom('account_write')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('at', '>', sql<number>`now() - make_interval(secs => ${ms / 1000})`)
    .executeTakeFirst()
  return row !== undefined
}

export async function storeWrite(tx: Transaction, accountId: string): Promise<void> {
  await sql`
    insert into account_write select id, now() from account where id = ${accountId}
    on conflict (account_id) do update set at = excluded.at`.execute(builder(tx))
}
