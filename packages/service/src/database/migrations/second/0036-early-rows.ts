import { type Kysely, sql } from 'kysely'

/** Index: rows from before a station's start date are found by instant when that date is moved back. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index kept_aside_early on kept_aside (logger_no, ts) where reason = 'beforeStart'`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index kept_aside_early`.execute(db)
}

export const earlyRows = { up, down }
