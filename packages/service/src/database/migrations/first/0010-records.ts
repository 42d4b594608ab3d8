import { type Kysely, sql } from 'kysely'

/**
 * Groups of alarm episodes with comments, the operation log as a hash chain, sign-in attempts, and long-running
 * exports. Rows of the log have no foreign keys: they outlive the rows that they name.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alarm_group (
      id uuid primary key default gen_random_uuid(),
      station_id uuid not null references station on delete cascade,
      code text not null,
      acknowledged_at timestamptz,
      acknowledged_by uuid references account on delete set null,
      assignee_id uuid references account on delete set null,
      noticed_at timestamptz
    )`.execute(db)
  await sql`create index alarm_group_station on alarm_group (station_id)`.execute(db)
  await sql`create index alarm_group_unnoticed on alarm_group (station_id) where noticed_at is null`.execute(db)
  await sql`
    alter table alarm
      add column group_id uuid references alarm_group on delete cascade,
      add column source text not null default 'device' check (source in ('device', 'stringWatch')),
      add column string_no smallint not null default 0,
      add column lost_energy_kwh double precision,
      add column lost_income double precision,
      add column losses_at timestamptz,
      drop constraint alarm_device_no_code_raised_at_key,
      add constraint alarm_episode unique (device_no, code, source, string_no, raised_at)`.execute(db)
  await sql`
    insert into alarm_group (id, station_id, code, noticed_at)
    select alarm.id, device.station_id, alarm.code, alarm.raised_at
    from alarm join device on device.no = alarm.device_no`.execute(db)
  await sql`update alarm set group_id = id`.execute(db)
  await sql`alter table alarm alter column group_id set not null`.execute(db)
  await sql`create index alarm_group_id on alarm (group_id)`.execute(db)
  await sql`
    create table alarm_comment (
      id uuid primary key default gen_random_uuid(),
      group_id uuid not null references alarm_group on delete cascade,
      account_id uuid references account on delete set null,
      user_name text not null,
      text text not null,
      at timestamptz not null
    )`.execute(db)
  await sql`create index alarm_comment_group on alarm_comment (group_id, at)`.execute(db)
  await sql`
    create table alarm_snooze (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      station_id uuid not null references station on delete cascade,
      device_id uuid references device on delete cascade,
      code text not null,
      until timestamptz not null,
      unique nulls not distinct (account_id, station_id, device_id, code)
    )`.execute(db)
  await upLogs(db)
  await upExports(db)
}

async function upLogs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operation (
      day date not null,
      no integer not null,
      id uuid not null unique,
      at timestamptz not null,
      account_id uuid,
      user_name text not null,
      action text not null,
      station_id uuid,
      station_name text,
      device_id uuid,
      device_name text,
      error_code text,
      trace_id text not null,
      hash bytea not null,
      primary key (day, no)
    )`.execute(db)
  await sql`create index operation_account on operation (account_id, at desc)`.execute(db)
  await sql`create index operation_station on operation (station_id, at desc)`.execute(db)
  await sql`
    create table audit_head (
      day date primary key,
      rows integer not null,
      hash bytea not null,
      signature bytea not null,
      public_key bytea not null,
      signed_at timestamptz not null
    )`.execute(db)
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of % are only added', tg_table_name using errcode = '42501';
    end $$`.execute(db)
  for (const table of ['operation', 'audit_head']) {
    await sql`
      create trigger ${sql.id(`${table}_only_added`)} before update or delete or truncate on ${sql.id(table)}
      for each statement execute function refuse_change()`.execute(db)
  }
  await sql`
    create table sign_in (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      at timestamptz not null,
      error_code text,
      address text not null,
      agent text not null
    )`.execute(db)
  await sql`create index sign_in_account on sign_in (account_id, at desc)`.execute(db)
}

async function upExports(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table export_task (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      input jsonb not null,
      state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'stopped')),
      error_code text,
      rows integer not null default 0,
      bytes bigint not null default 0,
      created_at timestamptz not null,
      claimed_at timestamptz,
      finished_at timestamptz,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index export_task_account on export_task (account_id, created_at desc)`.execute(db)
  await sql`
    create table export_chunk (
      task_id uuid not null references export_task on delete cascade,
      no integer not null,
      body bytea not null,
      primary key (task_id, no)
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table export_chunk, export_task, sign_in, audit_head, operation, alarm_snooze, alarm_comment`.execute(
    db,
  )
  await sql`drop function refuse_change`.execute(db)
  await sql`delete from alarm where source <> 'device'`.execute(db)
  await sql`
    alter table alarm drop constraint alarm_episode, drop column group_id, drop column source, drop column string_no,
      drop column lost_energy_kwh, drop column lost_income, drop column losses_at,
      add constraint alarm_device_no_code_raised_at_key unique (device_no, code, raised_at)`.execute(db)
  await sql`drop table alarm_group`.execute(db)
}

export const records = { up, down }
