import { type Kysely, sql } from 'kysely'

const tables = ['device_latest', 'sensor_latest', 'device_day'] as const

/**
 * The interval of frames, derived from the frames: of the newest ones, and of the last ones of a day. Days whose frames
 * still exist and have another interval than 5 minutes are recomputed, with the days that depend on them.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} add column interval_s real not null default 300`.execute(db)
  }
  // A day of 5-minute frames has more samples than a day of quarter-hours.
  await sql`
    insert into rebuild (device_no, from_ts)
    select distinct device_no, to_timestamp(0) from device_day
    where samples between 2 and 130 and date > current_date - 90
    on conflict (device_no) do update set from_ts = excluded.from_ts`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) await sql`alter table ${sql.table(table)} drop column interval_s`.execute(db)
}

export const intervals = { up, down }
