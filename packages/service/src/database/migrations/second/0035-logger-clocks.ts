import { type Kysely, sql } from 'kysely'

/** How far a logger's clock is ahead of the service's, ms; negative: behind. Smoothed over its newest batches. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table logger add column clock_offset_ms double precision`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table logger drop column clock_offset_ms`.execute(db)
}

export const loggerClocks = { up, down }
