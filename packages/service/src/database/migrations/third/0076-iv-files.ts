import { type Kysely, sql } from 'kysely'

/** Scans from files of IV tracers; null: the inverter swept its strings itself. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table iv_scan add column file_name text`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from iv_scan where file_name is not null`.execute(db)
  await sql`alter table iv_scan drop column file_name`.execute(db)
}

export const ivFiles = { up, down }
