import { type Kysely, sql } from 'kysely'

/**
 * Mean power of a station per 5-minute bin of a day, so that a year can be read at once: from raw frames that would be
 * a million rows. Days whose frames still exist are analysed again.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table station_day add column bin_w real[] not null default '{}'`.execute(db)
  await sql`update station_day set due_at = '-infinity' where date > current_date - 90`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table station_day drop column bin_w`.execute(db)
}

export const stationBins = { up, down }
