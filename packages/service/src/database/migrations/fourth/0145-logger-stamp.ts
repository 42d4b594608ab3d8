import { type Kysely, sql } from 'kysely'

/**
 * Whether the times of a logger's frames mark the start or the end of the interval that their means cover; null:
 * unknown. `is_stamp_found`: found from its counters.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table logger add column stamp text check (stamp in ('start', 'end')),
    add column is_stamp_found boolean not null default false`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table logger drop column stamp, drop column is_stamp_found`.execute(db)
}

export const loggerStamp = { up, down }
