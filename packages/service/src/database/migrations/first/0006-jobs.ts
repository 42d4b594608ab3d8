import { type Kysely, sql } from 'kysely'

/** When a recurring job is due next. The row is the lease: only one of many instances runs the job. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table job (name text primary key, due_at timestamptz not null)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table job`.execute(db)
}

export const jobs = { up, down }
