import { type Kysely, sql } from 'kysely'

/**
 * Sub-accounts, shares, and the one view that says which account reaches which station, with which rights and until
 * when. A sub-account never owns a station; a share counts once it was accepted.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column main_account_id uuid references account on delete cascade,
      add column disabled_at timestamptz,
      add column all_stations boolean not null default true,
      add column may_control boolean not null default false`.execute(db)
  await sql`create index account_main on account (main_account_id) where main_account_id is not null`.execute(db)
  await sql`alter table session add column proved_at timestamptz`.execute(db)
  await sql`
    create table sub_account_station (
      account_id uuid not null references account on delete cascade,
      station_id uuid not null references station on delete cascade,
      primary key (account_id, station_id)
    )`.execute(db)
  await sql`create index sub_account_station_station on sub_account_station (station_id)`.execute(db)
  await sql`
    create table station_share (
      id uuid primary key default gen_random_uuid(),
      station_id uuid not null references station on delete cascade,
      account_id uuid not null references account on delete cascade,
      rights text[] not null check ('view' = any(rights)
        and rights <@ array['view', 'income', 'alarms', 'logs', 'control', 'iv']),
      ends_at timestamptz,
      created_at timestamptz not null,
      accepted_at timestamptz,
      unique (station_id, account_id)
    )`.execute(db)
  await sql`create index station_share_account on station_share (account_id)`.execute(db)
  await sql`
    create view station_access as
      select account_id, id as station_id, null::timestamptz as ends_at,
        array['view', 'income', 'alarms', 'logs', 'control', 'iv', 'manage'] as rights
      from station
      union all
      select sub.id, station.id, null,
        array['view', 'income', 'alarms', 'logs'] || case when sub.may_control then array['control', 'iv'] else '{}' end
      from account sub
      join station on station.account_id = sub.main_account_id
      where sub.disabled_at is null and (sub.all_stations or exists (
        select from sub_account_station own where own.account_id = sub.id and own.station_id = station.id))
      union all
      select account_id, station_id, ends_at, rights from station_share where accepted_at is not null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop view station_access`.execute(db)
  await sql`drop table station_share, sub_account_station`.execute(db)
  await sql`alter table session drop column proved_at`.execute(db)
  await sql`
    alter table account drop column main_account_id, drop column disabled_at, drop column all_stations,
      drop column may_control`.execute(db)
}

export const rights = { up, down }
