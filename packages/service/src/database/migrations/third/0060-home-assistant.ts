import { type Kysely, sql } from 'kysely'

/**
 * Stations that are published to home servers, and every description ever published: a home server that has it retained
 * learns of its removal when it next connects, and no counter of it ever decreases.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table station add column in_home_assistant boolean not null default false`.execute(db)
  await sql`
    create table home_config (
      account_id uuid not null references account on delete cascade,
      topic text not null,
      energy_kwh double precision,
      gone_at timestamptz,
      primary key (account_id, topic)
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table home_config`.execute(db)
  await sql`alter table station drop column in_home_assistant`.execute(db)
}

export const homeAssistant = { up, down }
