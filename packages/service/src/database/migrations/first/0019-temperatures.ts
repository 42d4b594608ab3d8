import { type Kysely, sql } from 'kysely'

const tables = ['station_day', 'station_month'] as const

/** Daylight temperatures of a station, by day and by month. Days whose frames still exist are analysed again. */
async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    await sql`
      alter table ${sql.table(table)}
        add column ambient_c_sum double precision, add column ambient_bins integer,
        add column module_c_sum double precision, add column module_bins integer`.execute(db)
  }
  await sql`update station_day set due_at = '-infinity' where date > current_date - 90`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    await sql`
      alter table ${sql.table(table)}
        drop column ambient_c_sum, drop column ambient_bins, drop column module_c_sum, drop column module_bins`.execute(
      db,
    )
  }
}

export const temperatures = { up, down }
