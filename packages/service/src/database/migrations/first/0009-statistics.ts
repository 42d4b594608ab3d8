import { type Kysely, sql } from 'kysely'
import { binSums, energySums, lossBins, lossSums } from '../../sum-columns.ts'

const ownSums = [
  'dc_kwh double precision',
  ...energySums.map((column) => `${column} double precision not null default 0`),
  'peak_at timestamptz',
  'peak_power_w real',
  'pr_peak_wm2 real',
  ...binSums.map((column) => `${column} integer not null default 0`),
]
const stationSums = [
  'income double precision',
  'co2_kg double precision',
  ...lossSums.map((column) => `${column} double precision`),
  ...lossBins.map((column) => `${column} integer not null default 0`),
]
const adding = (columns: readonly string[]) => sql.raw(columns.map((column) => `add column ${column}`).join(', '))
const names = (columns: readonly string[]) =>
  sql.raw(columns.map((column) => `drop column ${column.split(' ')[0]}`).join(', '))

/**
 * Sums for statistics, by day and by month, and the newest frame of each logger's sensors. Existing days become due for
 * analysis, which the job does in batches.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_day ${adding(ownSums)}`.execute(db)
  await sql`
    alter table station_day ${adding([...ownSums, ...stationSums])},
      add column quarter_w real[] not null default '{}',
      add column due_at timestamptz default '-infinity',
      add column is_final boolean not null default false,
      add column leans boolean not null default false`.execute(db)
  await sql`create index station_day_due on station_day (due_at) where due_at is not null`.execute(db)
  await sql`create index station_day_open on station_day (date) where not is_final`.execute(db)
  await sql`
    create table device_month (
      device_no integer not null references device (no) on delete cascade,
      month date not null,
      energy_kwh double precision,
      ${sql.raw(ownSums.join(', '))},
      primary key (device_no, month)
    )`.execute(db)
  await sql`
    create table station_month (
      station_id uuid not null references station on delete cascade,
      month date not null,
      energy_kwh double precision,
      irradiation_kwh_m2 double precision,
      ${sql.raw([...ownSums, ...stationSums].join(', '))},
      primary key (station_id, month)
    )`.execute(db)
  await sql`
    create table sensor_latest (
      logger_no integer primary key references logger (no) on delete cascade,
      ts timestamptz not null,
      irradiance_wm2 real,
      horizontal_wm2 real,
      ambient_c real,
      module_c real,
      wind_ms real
    )`.execute(db)
  await sql`
    insert into sensor_latest
    select newest.* from logger cross join lateral (
      select logger_no, ts, irradiance_wm2, horizontal_wm2, ambient_c, module_c, wind_ms
      from sensor_sample where logger_no = logger.no order by ts desc limit 1) newest`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table sensor_latest, station_month, device_month`.execute(db)
  await sql`
    alter table station_day ${names([...ownSums, ...stationSums])}, drop column quarter_w, drop column due_at,
      drop column is_final, drop column leans`.execute(db)
  await sql`alter table device_day ${names(ownSums)}`.execute(db)
}

export const statistics = { up, down }
