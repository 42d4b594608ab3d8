import { type Kysely, sql } from 'kysely'

/** A share that a mail is still to tell of, and the language of who gave it. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table station_share add column mail_locale text`.execute(db)
  await sql`
    create index station_share_untold on station_share (created_at, id) where mail_locale is not null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table station_share drop column mail_locale`.execute(db)
}

export const shareMails = { up, down }
