import { type Kysely, sql } from 'kysely'

/** The code that opens an empty portal to its first account: one row at most, gone with that account. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table first_run (
      is_only boolean primary key default true check (is_only),
      code_hash bytea not null
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table first_run`.execute(db)
}

export const firstRun = { up, down }
