import { type Kysely, sql } from 'kysely'

/**
 * Whether the times of a logger's frames begin or end the interval that they are means of; null: nobody said it, and nothing
 * shows it. `is_stamp_found`: its counters showed it.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table logger add column stamp text check (stamp in ('start', 'end')),
    add column is_stamp_found boolean not null default false`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table logger drop column stamp, drop column is_stamp_found`.execute(db)
}

export const loggerStamp = { up, down }
