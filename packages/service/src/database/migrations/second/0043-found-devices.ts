import { type Kysely, sql } from 'kysely'

/**
 * A short list of devices that a logger reports and that no account has added yet. A device may report no state. Sensor
 * samples outlive the deletion of their logger.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table found_device (
      logger_id uuid not null references logger on delete cascade,
      serial text not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      frame jsonb not null,
      primary key (logger_id, serial)
    )`.execute(db)
  await sql`
    alter table logger
      add column firmware text, add column backlog_rows integer, add column deleted_at timestamptz`.execute(db)
  await sql`drop index logger_serial`.execute(db)
  await sql`create unique index logger_serial on logger (account_id, serial) where deleted_at is null`.execute(db)
  for (const table of ['device_sample', 'device_latest']) {
    await sql`
      alter table ${sql.table(table)} alter column mode drop not null, alter column error_word drop not null`.execute(
      db,
    )
  }
  await sql`
    create function live_found_device() returns trigger language plpgsql as $$
    begin
      perform pg_notify('helioport_live', 'station ' || station_id) from (
        select distinct station_id from changed join logger on logger.id = changed.logger_id
        where station_id is not null) own;
      return null;
    end $$`.execute(db)
  for (const event of ['insert', 'update', 'delete']) {
    await sql`
      create trigger ${sql.raw(`live_found_device_${event}`)} after ${sql.raw(event)} on found_device
        referencing ${sql.raw(event === 'delete' ? 'old' : 'new')} table as changed
        for each statement execute function live_found_device()`.execute(db)
  }
  // Pages that wait for a new logger get a hint at its first batch, even one without rows.
  await sql`
    create function live_first_batch() returns trigger language plpgsql as $$
    begin
      perform pg_notify('helioport_live', 'station ' || new.station_id);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger live_first_batch after update of last_batch_at on logger for each row
      when (old.last_batch_at is null and new.last_batch_at is not null and new.station_id is not null)
      execute function live_first_batch()`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger live_first_batch on logger`.execute(db)
  await sql`drop table found_device`.execute(db)
  await sql`drop function live_first_batch(), live_found_device()`.execute(db)
  for (const table of ['device_sample', 'device_latest']) {
    await sql`update ${sql.table(table)} set mode = 0 where mode is null`.execute(db)
    await sql`update ${sql.table(table)} set error_word = 0 where error_word is null`.execute(db)
    await sql`
      alter table ${sql.table(table)} alter column mode set not null, alter column error_word set not null`.execute(db)
  }
  await sql`drop index logger_serial`.execute(db)
  await sql`update logger set serial = serial || '-' || no where deleted_at is not null`.execute(db)
  await sql`create unique index logger_serial on logger (account_id, serial)`.execute(db)
  await sql`alter table logger drop column firmware, drop column backlog_rows, drop column deleted_at`.execute(db)
}

export const foundDevices = { up, down }
