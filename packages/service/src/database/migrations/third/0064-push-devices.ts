import { type Kysely, sql } from 'kysely'

/** Browsers that show alarms, and messages to them; mails of alarms can be left out. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column alarms_by_mail boolean not null default true`.execute(db)
  await sql`
    create table push_device (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      name text not null,
      endpoint_hash bytea not null unique,
      -- Address and keys: who has them can show something there.
      subscription bytea not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      failing_since timestamptz
    )`.execute(db)
  await sql`create index push_device_account on push_device (account_id)`.execute(db)
  await sql`
    create table push_message (
      id uuid primary key,
      push_device_id uuid not null references push_device on delete cascade,
      account_id uuid not null references account on delete cascade,
      -- The same of one message to all devices of an account.
      note_id uuid not null,
      kind text not null,
      station_id uuid references station on delete cascade,
      -- Gone once it was sent or given up.
      content bytea,
      created_at timestamptz not null,
      due_at timestamptz not null,
      tries smallint not null default 0
    )`.execute(db)
  await sql`create index push_message_due on push_message (due_at) where content is not null`.execute(db)
  await sql`create index push_message_device on push_message (push_device_id)`.execute(db)
  await sql`create index push_message_account on push_message (account_id, created_at)`.execute(db)
  await sql`create index push_message_station on push_message (station_id)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table push_message, push_device`.execute(db)
  await sql`alter table account drop column alarms_by_mail`.execute(db)
}

export const pushDevices = { up, down }
