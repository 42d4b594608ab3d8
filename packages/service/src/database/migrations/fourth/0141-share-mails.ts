import { type Kysely, sql } from 'kysely'

/** Shares whose mail is still to be sent, with the inviter's language. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table station_share add column mail_locale text`.execute(db)
  await sql`
    create index station_share_untold on station_share (created_at, id) where mail_locale is not null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table station_share drop column mail_locale`.execute(db)
}

export const shareMails = { up, down }
