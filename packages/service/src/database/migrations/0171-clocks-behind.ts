import { type Kysely, sql } from 'kysely'

/** How far the clock behind which a device's frames come lags the service's: what comes now is of now all the same. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_latest add column lag_s real not null default 0`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_latest drop column lag_s`.execute(db)
}

export const clocksBehind = { up, down }
