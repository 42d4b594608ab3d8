import { type Kysely, sql } from 'kysely'

/** Files of downloads, and which bulletins each account has read. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bulletin
      add column version text not null default '',
      add column file_name text,
      add column file_bytes integer,
      add column file_sha256 bytea`.execute(db)
  // A file's metadata is in the bulletin: lists read no file, and its changes send the bulletin's hints.
  await sql`
    create table bulletin_file (
      bulletin_id uuid primary key references bulletin on delete cascade,
      bytes bytea not null
    )`.execute(db)
  // Not compressed: a part can be read without the whole.
  await sql`alter table bulletin_file alter column bytes set storage external`.execute(db)
  await sql`
    create table bulletin_read (
      account_id uuid not null references account on delete cascade,
      bulletin_id uuid not null references bulletin on delete cascade,
      primary key (account_id, bulletin_id)
    )`.execute(db)
  await sql`create index bulletin_read_bulletin on bulletin_read (bulletin_id)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table bulletin_read, bulletin_file`.execute(db)
  await sql`
    alter table bulletin
      drop column version, drop column file_name, drop column file_bytes, drop column file_sha256`.execute(db)
}

export const bulletinFiles = { up, down }
