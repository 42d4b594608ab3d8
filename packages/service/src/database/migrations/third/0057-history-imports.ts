import { type Kysely, sql } from 'kysely'

const tagged = ['device_sample', 'sensor_sample', 'kept_aside'] as const

/**
 * Imported files of measured history. Every imported row names its file: undoing an import removes exactly these rows.
 * A month of samples stays as long as an import of it can be undone (retention.ts).
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table history_import (
      no integer generated always as identity primary key,
      id uuid not null unique default gen_random_uuid(),
      station_id uuid not null references station (id) on delete cascade,
      user_name text not null,
      file_name text not null,
      fingerprint text not null,
      state text not null default 'sending',
      at timestamptz not null,
      last_seq integer not null default -1,
      rows integer not null,
      accepted integer not null default 0,
      refused integer not null,
      first_ts timestamptz,
      last_ts timestamptz,
      undone_at timestamptz
    )`.execute(db)
  await sql`create index history_import_station on history_import (station_id, at)`.execute(db)
  await sql`create index history_import_undoing on history_import (no) where state = 'undoing'`.execute(db)
  // Stretches that the rows cover; what lies from undone_to on is already removed again.
  await sql`
    create table history_import_source (
      import_no integer not null references history_import (no) on delete cascade,
      logger_no integer not null references logger (no) on delete cascade,
      device_no integer references device (no) on delete cascade,
      first_ts timestamptz not null,
      last_ts timestamptz not null,
      undone_to timestamptz
    )`.execute(db)
  await sql`
    create unique index history_import_source_key
      on history_import_source (import_no, logger_no, coalesce(device_no, 0))`.execute(db)
  await sql`create index history_import_source_device on history_import_source (device_no)`.execute(db)
  await sql`create index history_import_source_logger on history_import_source (logger_no)`.execute(db)
  for (const table of tagged) await sql`alter table ${sql.table(table)} add column import_no integer`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of tagged) await sql`alter table ${sql.table(table)} drop column import_no`.execute(db)
  await sql`drop table history_import_source`.execute(db)
  await sql`drop table history_import`.execute(db)
}

export const historyImports = { up, down }
