import { type Kysely, sql } from 'kysely'

/** Commands, their part per device, the append-only record of their steps, and measurements of IV scans. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table command (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      cause text not null,
      of_command_id uuid references command on delete set null,
      station_id uuid not null references station on delete cascade,
      account_id uuid references account on delete set null,
      power_factor double precision,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revert_at timestamptz,
      reverted boolean not null default false
    )`.execute(db)
  await sql`create index command_station on command (station_id, created_at desc)`.execute(db)
  await sql`create index command_revert on command (revert_at) where revert_at is not null and not reverted`.execute(db)
  await sql`create index command_of on command (of_command_id) where of_command_id is not null`.execute(db)
  await sql`
    create table command_device (
      id uuid primary key default gen_random_uuid(),
      command_id uuid not null references command on delete cascade,
      device_no integer not null references device (no) on delete cascade,
      logger_id uuid not null references logger on delete cascade,
      position integer not null,
      is_canary boolean not null,
      state text not null,
      reason text,
      is_open boolean not null,
      power_factor double precision,
      former_power_factor double precision,
      read_back_power_factor double precision,
      lease integer not null default 0,
      due_at timestamptz,
      changed_at timestamptz not null,
      unique (command_id, device_no)
    )`.execute(db)
  // One open command per device, across all accounts and service instances.
  await sql`create unique index command_device_busy on command_device (device_no) where is_open`.execute(db)
  await sql`create index command_device_logger on command_device (logger_id) where is_open`.execute(db)
  await sql`create index command_device_device on command_device (device_no)`.execute(db)
  await sql`
    create table command_step (
      id bigint generated always as identity primary key,
      command_device_id uuid not null references command_device on delete cascade,
      at timestamptz not null,
      state text not null,
      reason text,
      power_factor double precision,
      by text not null
    )`.execute(db)
  await sql`create index command_step_device on command_step (command_device_id)`.execute(db)
  // Rows are deleted with their device or station only, and never changed, so that nobody can rewrite the record.
  await sql`
    create function refuse_step_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
      raise exception 'rows of % are only ever added', tg_table_name;
    end $$`.execute(db)
  await sql`
    create trigger command_step_append_only before update or delete on command_step
    for each row execute function refuse_step_change()`.execute(db)
  await sql`
    create table iv_scan (
      id uuid primary key default gen_random_uuid(),
      command_device_id uuid unique references command_device on delete set null,
      device_no integer not null references device (no) on delete cascade,
      scanned_at timestamptz not null,
      irradiance_wm2 real,
      module_c real
    )`.execute(db)
  await sql`create index iv_scan_device on iv_scan (device_no, scanned_at desc)`.execute(db)
  await sql`
    create table iv_curve (
      iv_scan_id uuid not null references iv_scan on delete cascade,
      mppt smallint not null,
      string smallint not null,
      voltage_v real[] not null,
      current_a real[] not null,
      primary key (iv_scan_id, mppt, string)
    )`.execute(db)
  await sql`alter table device_sample add column sub_state smallint`.execute(db)
  await sql`alter table device_latest add column sub_state smallint`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_latest drop column sub_state`.execute(db)
  await sql`alter table device_sample drop column sub_state`.execute(db)
  await sql`drop table iv_curve, iv_scan, command_step, command_device, command`.execute(db)
  await sql`drop function refuse_step_change()`.execute(db)
}

export const commands = { up, down }
