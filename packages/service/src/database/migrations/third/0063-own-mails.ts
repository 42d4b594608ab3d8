import { type Kysely, sql } from 'kysely'

/** Accounts list the messages sent to them, newest first, and can have sample mails sent. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column is_sample boolean not null default false`.execute(db)
  await sql`create index message_account_created on message (account_id, created_at desc, id)`.execute(db)
  await sql`drop index message_account`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_account on message (account_id)`.execute(db)
  await sql`drop index message_account_created`.execute(db)
  await sql`alter table message drop column is_sample`.execute(db)
}

export const ownMails = { up, down }
