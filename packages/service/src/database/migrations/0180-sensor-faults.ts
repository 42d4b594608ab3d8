import { type Kysely, sql } from 'kysely'

/**
 * Sensor faults that one station's day shows, for the other stations that use the sensor. Computed with the day, so
 * they can be rebuilt from its frames.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sensor_fault (
      station_id uuid not null references station (id) on delete cascade,
      date date not null,
      logger_no integer not null references logger (no) on delete cascade,
      value text not null,
      reason text not null,
      from_ts timestamptz not null,
      to_ts timestamptz not null,
      primary key (station_id, date, logger_no, value, from_ts)
    )`.execute(db)
  await sql`create index sensor_fault_logger on sensor_fault (logger_no, to_ts)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table sensor_fault`.execute(db)
}

export const sensorFaults = { up, down }
