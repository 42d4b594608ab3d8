import { type Kysely, sql } from 'kysely'

/** Count of a logger's refused rows, since when, and the reason of the last one; null: none. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table logger add column refused_rows integer, add column refused_code text,
      add column refused_since timestamptz, add column refused_at timestamptz`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table logger drop column refused_rows, drop column refused_code, drop column refused_since,
      drop column refused_at`.execute(db)
}

export const refusedRows = { up, down }
