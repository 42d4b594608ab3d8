import { type Kysely, sql } from 'kysely'

/**
 * Data from loggers that no figure uses, with the reason: whole frames, or implausible values of a frame whose other
 * values are stored. `device_no` null: of the logger's sensors.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_aside (
      no bigint generated always as identity primary key,
      logger_no integer not null references logger (no) on delete cascade,
      device_no integer references device (no) on delete cascade,
      ts timestamptz not null,
      reason text not null,
      frame jsonb not null,
      kept_at timestamptz not null
    )`.execute(db)
  await sql`
    create unique index kept_aside_once
      on kept_aside (logger_no, coalesce(device_no, 0), ts, reason)`.execute(db)
  await sql`create index kept_aside_device on kept_aside (device_no, ts) where device_no is not null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table kept_aside`.execute(db)
}

export const keptAside = { up, down }
