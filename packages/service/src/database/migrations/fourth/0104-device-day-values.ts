import { type Kysely, sql } from 'kysely'

/**
 * Mean, minimum and maximum of every parameter per device and local day, in the order of `dayValueColumns`, for charts
 * of a year. `samples`: that of `device_day` at the time of computation; where it differs now, the values are due.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_day_value (
      device_no integer not null references device (no) on delete cascade,
      date date not null,
      samples integer not null,
      means real[] not null,
      lows real[] not null,
      highs real[] not null,
      primary key (device_no, date)
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table device_day_value`.execute(db)
}

export const deviceDayValues = { up, down }
