import { type Kysely, sql } from 'kysely'

/** Copies of all data of an account, written part by part, and accounts that are to be deleted. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_copy (
      id uuid primary key default gen_random_uuid(),
      -- One at a time: a new one takes the place of the former.
      account_id uuid not null unique references account on delete cascade,
      state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
      -- Where it goes on: the place in the list of files, and the last thing of it that is done.
      step integer not null default 0,
      after text not null default '',
      files integer not null default 0,
      bytes bigint not null default 0,
      tries smallint not null default 0,
      created_at timestamptz not null,
      turn_at timestamptz not null,
      finished_at timestamptz,
      fetched_at timestamptz,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index account_copy_turn on account_copy (turn_at) where state in ('queued', 'running')`.execute(db)
  await sql`
    create table account_copy_part (
      copy_id uuid not null references account_copy on delete cascade,
      no integer not null,
      name text not null,
      -- Of the file before it was packed.
      crc bigint not null,
      size bigint not null,
      body bytea not null,
      primary key (copy_id, no)
    )`.execute(db)
  // The body is compressed already.
  await sql`alter table account_copy_part alter column body set storage external`.execute(db)
  await sql`
    create table account_deletion (
      account_id uuid primary key references account on delete cascade,
      asked_at timestamptz not null,
      due_at timestamptz not null,
      -- From here on there is no way back.
      begun_at timestamptz
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table account_deletion, account_copy_part, account_copy`.execute(db)
}

export const ownData = { up, down }
