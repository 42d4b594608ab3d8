import { type Kysely, sql } from 'kysely'

/**
 * The one definition of an account that may act: it was activated and is not disabled, and so is its main account, if
 * any. Sessions, streams, sign-ins, logger keys and mails use it.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view active_account as
      select account.id
      from account
      left join account main on main.id = account.main_account_id
      where account.activated_at is not null and account.disabled_at is null
        and (account.main_account_id is null or (main.activated_at is not null and main.disabled_at is null))`.execute(
    db,
  )
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop view active_account`.execute(db)
}

export const activeAccounts = { up, down }
