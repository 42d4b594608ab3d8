import { type Kysely, sql } from 'kysely'

/**
 * Mean power of a station in each 5 minutes of a day, so that a year of them can be read at once: from raw frames that
 * would be a million rows. Days whose frames are still there are analysed anew.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table station_day add column bin_w real[] not null default '{}'`.execute(db)
  await sql`update station_day set due_at = '-infinity' where date > current_date - 90`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table station_day drop column bin_w`.execute(db)
}

export const stationBins = { up, down }
