import { type Kysely, sql } from 'kysely'

/**
 * The one place that says who may act: an account that was activated and is not disabled, and whose main account, where
 * it has one, is neither. Sessions, streams, sign-ins, logger keys and mails go by it.
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
