import { type Kysely, sql } from 'kysely'

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table station (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      name text not null,
      installed_on date not null,
      capacity_kwp double precision not null check (capacity_kwp > 0),
      energy_base_kwh double precision not null,
      temperature_coefficient double precision not null,
      description text not null,
      latitude double precision not null,
      longitude double precision not null,
      time_zone text not null,
      address text not null,
      price double precision not null,
      currency text not null,
      sort_number integer not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create unique index station_name on station (account_id, lower(name))`.execute(db)
  await sql`
    create table logger (
      id uuid primary key default gen_random_uuid(),
      no integer generated always as identity unique,
      station_id uuid not null references station on delete cascade,
      serial text not null unique,
      key_hash bytea not null unique,
      last_seq bigint,
      last_batch_at timestamptz,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index logger_station on logger (station_id)`.execute(db)
  await sql`
    create table device (
      id uuid primary key default gen_random_uuid(),
      no integer generated always as identity unique,
      logger_id uuid not null references logger on delete cascade,
      station_id uuid not null references station on delete cascade,
      serial text not null unique,
      name text not null,
      model text not null,
      rated_power_w double precision not null check (rated_power_w > 0),
      capacity_kwp double precision not null check (capacity_kwp > 0),
      mppt_count smallint not null,
      string_count smallint not null,
      installed_on date not null,
      supports_reactive_power boolean not null,
      supports_iv_scan boolean not null,
      sort_number integer not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index device_station on device (station_id)`.execute(db)
  await sql`create index device_logger on device (logger_id)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table device, logger, station`.execute(db)
}

export const stations = { up, down }
