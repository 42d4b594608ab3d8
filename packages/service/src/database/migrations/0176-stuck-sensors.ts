import { type Kysely, sql } from 'kysely'

/** Live figures do not use an irradiance at which the station's day shows the sensor to be stuck. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sensor_latest add column stuck_wm2 real`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sensor_latest drop column stuck_wm2`.execute(db)
}

export const stuckSensors = { up, down }
