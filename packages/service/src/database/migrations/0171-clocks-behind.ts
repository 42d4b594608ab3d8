import { type Kysely, sql } from 'kysely'

/** Lag of the clock that stamps a device's frames: frames that arrive now count as current despite their older time. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_latest add column lag_s real not null default 0`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_latest drop column lag_s`.execute(db)
}

export const clocksBehind = { up, down }
