import { type Kysely, sql } from 'kysely'

/**
 * Curves of a device's day beside its power, by quarter-hours, written before the day's samples are dropped. A table of
 * its own: rows of `device_day` are read by the thousand and stay narrow.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_curve (
      device_no integer not null references device (no) on delete cascade,
      date date not null,
      quarter_dc_w real[] not null,
      quarter_cabinet_c real[] not null,
      quarter_ac_voltage_v real[] not null,
      primary key (device_no, date)
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table device_curve`.execute(db)
}

export const deviceCurves = { up, down }
