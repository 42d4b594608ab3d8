import { type Kysely, sql } from 'kysely'

/**
 * Pictures, dated rates and CO2 factors of stations; devices and loggers without a station; former serials; invitations
 * by name.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  // A sub-account may be without an address of its own.
  await sql`alter table account alter column email drop not null`.execute(db)
  await sql`drop trigger account_primary_email on account`.execute(db)
  await sql`
    create trigger account_primary_email after insert or update of email on account
      for each row when (new.email is not null) execute function keep_primary_email()`.execute(db)

  await sql`alter table station_share alter column account_id drop not null, add column name text`.execute(db)
  await sql`update station_share set name = (select user_name from account where id = account_id)`.execute(db)
  await sql`alter table station_share alter column name set not null`.execute(db)
  await sql`create unique index station_share_name on station_share (station_id, lower(name))`.execute(db)

  await sql`
    create table picture (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      type text not null,
      width integer not null,
      height integer not null,
      bytes bytea not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`alter table picture alter column bytes set storage external`.execute(db)
  await sql`create index picture_account on picture (account_id)`.execute(db)

  await sql`
    alter table station
      add column mppt_check boolean not null default false,
      add column case_number text not null default '',
      add column collector_serial text not null default '',
      add column video_url text not null default '',
      add column picture_id uuid references picture on delete set null,
      add column logo_id uuid references picture on delete set null`.execute(db)
  await sql`create index station_picture on station (picture_id) where picture_id is not null`.execute(db)
  await sql`create index station_logo on station (logo_id) where logo_id is not null`.execute(db)
  await sql`
    create table station_deletion (
      token_hash bytea primary key,
      station_id uuid not null references station on delete cascade,
      account_id uuid not null references account on delete cascade,
      expires_at timestamptz not null
    )`.execute(db)

  await sql`
    create table tariff (
      id uuid primary key default gen_random_uuid(),
      station_id uuid not null references station on delete cascade,
      from_date date not null,
      rate double precision not null,
      bands jsonb not null,
      unique (station_id, from_date)
    )`.execute(db)
  await sql`
    insert into tariff (station_id, from_date, rate, bands) select id, installed_on, price, '[]' from station`.execute(
    db,
  )
  await sql`alter table station drop column price`.execute(db)
  await sql`
    create table tariff_correction (
      id uuid primary key default gen_random_uuid(),
      station_id uuid not null references station on delete cascade,
      user_name text not null,
      at timestamptz not null,
      before jsonb,
      after jsonb
    )`.execute(db)
  await sql`create index tariff_correction_station on tariff_correction (station_id, at desc)`.execute(db)
  await sql`
    create table co2_factor (
      id uuid primary key default gen_random_uuid(),
      station_id uuid not null references station on delete cascade,
      from_date date not null,
      kg_per_kwh double precision not null,
      year integer not null,
      source text not null,
      unique (station_id, from_date)
    )`.execute(db)

  await sql`
    alter table logger
      add column account_id uuid references account on delete cascade,
      alter column station_id drop not null,
      drop constraint logger_station_id_fkey,
      add foreign key (station_id) references station on delete set null`.execute(db)
  await sql`
    alter table device
      add column account_id uuid references account on delete cascade,
      add column removed_at timestamptz,
      add column serial_since timestamptz,
      alter column station_id drop not null,
      drop constraint device_serial_key,
      drop constraint device_station_id_fkey,
      add foreign key (station_id) references station on delete set null`.execute(db)
  for (const table of ['logger', 'device']) {
    await sql`
      update ${sql.table(table)} as thing set account_id = station.account_id
      from station where station.id = thing.station_id`.execute(db)
    await sql`alter table ${sql.table(table)} alter column account_id set not null`.execute(db)
    await sql`create index ${sql.ref(`${table}_account`)} on ${sql.table(table)} (account_id)`.execute(db)
  }
  await sql`create unique index device_serial on device (serial) where removed_at is null`.execute(db)
  await sql`
    create table former_serial (
      device_no integer not null references device (no) on delete cascade,
      serial text not null,
      model text not null,
      since timestamptz,
      until timestamptz not null,
      primary key (device_no, until)
    )`.execute(db)
  await sql`create index former_serial_serial on former_serial (serial)`.execute(db)
  await sql`
    alter table station add column collector_device_id uuid references device on delete set null`.execute(db)
  // Devices whose days have to be recomputed from their samples, from an instant on.
  await sql`
    create table rebuild (
      device_no integer primary key references device (no) on delete cascade,
      from_ts timestamptz not null
    )`.execute(db)
  await sql`
    alter table device_day
      alter column station_id drop not null,
      drop constraint device_day_station_id_fkey,
      add foreign key (station_id) references station on delete set null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  // The former schema requires a station.
  await sql`delete from device where station_id is null or removed_at is not null`.execute(db)
  await sql`delete from logger where station_id is null`.execute(db)
  await sql`delete from device_day where station_id is null`.execute(db)
  await sql`
    alter table device_day
      alter column station_id set not null,
      drop constraint device_day_station_id_fkey,
      add foreign key (station_id) references station on delete cascade`.execute(db)
  await sql`alter table station add column price double precision`.execute(db)
  await sql`
    update station set price = coalesce((
      select rate from tariff where station_id = station.id order by from_date desc limit 1), 0)`.execute(db)
  await sql`
    alter table station alter column price set not null, drop column mppt_check, drop column case_number, drop column collector_serial,
      drop column collector_device_id, drop column video_url, drop column picture_id, drop column logo_id`.execute(db)
  await sql`drop table rebuild, former_serial, co2_factor, tariff_correction, tariff, station_deletion, picture`.execute(
    db,
  )
  await sql`drop index device_serial`.execute(db)
  await sql`
    alter table device
      drop column account_id, drop column removed_at, drop column serial_since,
      alter column station_id set not null,
      add constraint device_serial_key unique (serial),
      drop constraint device_station_id_fkey,
      add foreign key (station_id) references station on delete cascade`.execute(db)
  await sql`
    alter table logger
      drop column account_id,
      alter column station_id set not null,
      drop constraint logger_station_id_fkey,
      add foreign key (station_id) references station on delete cascade`.execute(db)
  await sql`delete from station_share where account_id is null`.execute(db)
  await sql`drop index station_share_name`.execute(db)
  await sql`alter table station_share drop column name, alter column account_id set not null`.execute(db)
  await sql`delete from account where email is null`.execute(db)
  await sql`drop trigger account_primary_email on account`.execute(db)
  await sql`alter table account alter column email set not null`.execute(db)
  await sql`
    create trigger account_primary_email after insert or update of email on account
      for each row execute function keep_primary_email()`.execute(db)
}

export const sharing = { up, down }
