import { type Kysely, sql } from 'kysely'

/** Changed rows that may concern a webhook: kind and id of the thing. */
const sources = [
  { table: 'alarm', on: ['insert', 'update'], hints: `select distinct 'alarm', group_id from changed` },
  {
    table: 'command_device',
    on: ['insert', 'update'],
    hints: `select distinct 'command', command_id from changed where not is_open`,
  },
  {
    table: 'station_share',
    on: ['insert', 'update'],
    hints: `select 'share', id from changed where account_id is not null and accepted_at is null and declined_at is null`,
  },
]

/**
 * Webhooks of accounts, and their messages. Triggers write a hint in the transaction of each change; a job later
 * decides from the rows' state at that time whether to send an event.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      name text not null,
      url text not null,
      events text[] not null,
      secret bytea not null,
      enabled boolean not null default true,
      created_at timestamptz not null,
      failing_since timestamptz,
      stopped_at timestamptz
    )`.execute(db)
  await sql`create index webhook_account on webhook (account_id)`.execute(db)
  await sql`
    create table webhook_hint (
      id bigint generated always as identity primary key,
      kind text not null,
      thing_id uuid not null
    )`.execute(db)
  // The last state that was sent for a thing, so that no event is sent twice.
  await sql`
    create table webhook_told (
      kind text not null,
      thing_id uuid not null,
      state text not null,
      at timestamptz not null,
      primary key (kind, thing_id)
    )`.execute(db)
  await sql`
    create table webhook_delivery (
      id uuid primary key default gen_random_uuid(),
      webhook_id uuid not null references webhook on delete cascade,
      event text not null,
      station_id uuid references station on delete cascade,
      needed_right text,
      body text not null,
      state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'dropped')),
      created_at timestamptz not null,
      due_at timestamptz not null,
      tries smallint not null default 0,
      tried_at timestamptz,
      status smallint,
      failure text
    )`.execute(db)
  await sql`create index webhook_delivery_log on webhook_delivery (webhook_id, created_at desc)`.execute(db)
  await sql`create index webhook_delivery_due on webhook_delivery (due_at) where state = 'waiting'`.execute(db)
  await sql`create index webhook_delivery_station on webhook_delivery (station_id)`.execute(db)
  for (const { table, on, hints } of sources) {
    const name = `webhook_hint_${table}`
    await sql`
      create function ${sql.raw(name)}() returns trigger language plpgsql as $$
      begin
        if exists (select from webhook where enabled) then
          insert into webhook_hint (kind, thing_id) ${sql.raw(hints)};
        end if;
        return null;
      end $$`.execute(db)
    for (const event of on) {
      await sql`
        create trigger ${sql.raw(`${name}_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
          referencing new table as changed for each statement execute function ${sql.raw(name)}()`.execute(db)
    }
  }
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const { table } of sources) await sql`drop function ${sql.raw(`webhook_hint_${table}`)}() cascade`.execute(db)
  await sql`drop table webhook_delivery, webhook_told, webhook_hint, webhook`.execute(db)
}

export const webhooks = { up, down }
