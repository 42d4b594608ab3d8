import { type Kysely, sql } from 'kysely'

/** Rows from before a station's start date are looked for by their instant, until that date is moved back. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index kept_aside_early on kept_aside (logger_no, ts) where reason = 'beforeStart'`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index kept_aside_early`.execute(db)
}

export const earlyRows = { up, down }
