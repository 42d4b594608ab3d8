import { type Kysely, sql } from 'kysely'
import { counterColumns, scalarColumns, sensorColumns, vectorColumns, vectorElements } from '../../sample-columns.ts'

/**
 * Partitions are monthly, created when the first sample of a month arrives (queries/partitions.ts).
 * 8-byte columns first, then 4, then 2: no padding.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  const counters = counterColumns.map(([, column]) => `${column} double precision`)
  const reals = scalarColumns.map(([, column]) => `${column} real`)
  const vectors = vectorColumns.flatMap(([, column, length]) => vectorElements(column, length).map((c) => `${c} real`))
  await sql`
    create table device_sample (
      ts timestamptz not null,
      error_word bigint not null,
      ${sql.raw(counters.join(', '))},
      device_no integer not null,
      delay_s integer not null,
      ${sql.raw([...reals, ...vectors].join(', '))},
      mode smallint not null,
      primary key (device_no, ts)
    ) partition by range (ts)`.execute(db)
  await sql`
    create table sensor_sample (
      ts timestamptz not null,
      logger_no integer not null,
      ${sql.raw(sensorColumns.map(([, column]) => `${column} real`).join(', '))},
      primary key (logger_no, ts)
    ) partition by range (ts)`.execute(db)
  await sql`
    create table device_latest (
      device_no integer primary key references device (no) on delete cascade,
      ts timestamptz not null,
      mode smallint not null,
      error_word bigint not null,
      ${sql.raw([...counters, ...reals, ...vectorColumns.map(([, column]) => `${column} real[] not null`)].join(', '))},
      counter_ts timestamptz,
      counter_kwh double precision
    ) with (fillfactor = 70)`.execute(db)
  await sql`
    create table device_day (
      device_no integer not null references device (no) on delete cascade,
      station_id uuid not null references station on delete cascade,
      date date not null,
      energy_kwh double precision,
      samples integer not null,
      daylight_bins integer not null,
      first_ts timestamptz,
      first_power_w real,
      last_ts timestamptz,
      last_power_w real,
      spliced_kwh double precision not null,
      resets integer not null,
      outliers integer not null,
      quarter_w real[] not null,
      primary key (device_no, date)
    ) with (fillfactor = 80)`.execute(db)
  await sql`create index device_day_station on device_day (station_id, date)`.execute(db)
  await sql`create index device_day_spliced on device_day (device_no) where spliced_kwh <> 0`.execute(db)
  await sql`
    create table station_day (
      station_id uuid not null references station on delete cascade,
      date date not null,
      energy_kwh double precision,
      irradiation_kwh_m2 double precision,
      primary key (station_id, date)
    )`.execute(db)
  await sql`
    create table alarm (
      id uuid primary key default gen_random_uuid(),
      device_no integer not null references device (no) on delete cascade,
      code text not null,
      raised_at timestamptz not null,
      cleared_at timestamptz,
      unique (device_no, code, raised_at)
    )`.execute(db)
  await sql`create index alarm_open on alarm (device_no) where cleared_at is null`.execute(db)
  await sql`create index alarm_raised on alarm (raised_at desc)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table alarm, station_day, device_day, device_latest, sensor_sample, device_sample`.execute(db)
}

export const telemetry = { up, down }
