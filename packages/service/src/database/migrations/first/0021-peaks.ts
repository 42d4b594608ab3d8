import { type Kysely, sql } from 'kysely'

const tables = ['device_day', 'device_month', 'station_day', 'station_month'] as const

/** Peaks as double precision, with the digits that the day's page shows: a real keeps only seven. */
async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.table(table)}
      alter column peak_power_w type double precision using peak_power_w::text::double precision`.execute(db)
  }
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} alter column peak_power_w type real`.execute(db)
  }
}

export const peaks = { up, down }
