import { type Kysely, sql } from 'kysely'

/** An irradiance that the day of a station proves to stand still is none that live figures may use. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sensor_latest add column stuck_wm2 real`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sensor_latest drop column stuck_wm2`.execute(db)
}

export const stuckSensors = { up, down }
