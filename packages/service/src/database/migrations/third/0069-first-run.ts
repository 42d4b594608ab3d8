import { type Kysely, sql } from 'kysely'

/**
 * The code that lets the first account of an empty portal be created: at most one row, deleted when that account
 * exists.
 */
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
