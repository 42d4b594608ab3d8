import { type Kysely, sql } from 'kysely'

/**
 * A logger has several keys while one replaces another. The key identifies a logger, not the serial: an account that
 * enters a foreign serial neither blocks the owner of the logger nor learns anything.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table logger_key (
      id uuid primary key default gen_random_uuid(),
      logger_id uuid not null references logger on delete cascade,
      key_hash bytea not null unique,
      created_at timestamptz not null,
      ends_at timestamptz,
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index logger_key_logger on logger_key (logger_id)`.execute(db)
  await sql`
    insert into logger_key (logger_id, key_hash, created_at, last_used_at)
    select id, key_hash, created_at, last_batch_at from logger`.execute(db)
  await sql`alter table logger drop column key_hash, drop constraint logger_serial_key`.execute(db)
  await sql`create unique index logger_serial on logger (account_id, serial)`.execute(db)
  await sql`create index logger_any_serial on logger (serial)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table logger add column key_hash bytea`.execute(db)
  await sql`
    update logger set key_hash =
      (select key_hash from logger_key where logger_id = logger.id order by ends_at desc nulls first limit 1)`.execute(
    db,
  )
  await sql`delete from logger where key_hash is null`.execute(db)
  await sql`drop index logger_serial, logger_any_serial`.execute(db)
  await sql`
    alter table logger
      alter column key_hash set not null, add constraint logger_key_hash_key unique (key_hash),
      add constraint logger_serial_key unique (serial)`.execute(db)
  await sql`drop table logger_key`.execute(db)
}

export const loggerKeys = { up, down }
