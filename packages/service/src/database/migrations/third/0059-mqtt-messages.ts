import { type Kysely, sql } from 'kysely'

/**
 * For devices with a message format of their own: their mappings, and the newest message per topic, which becomes part
 * of a frame or is shown to its owner. No index but the key: rows are rewritten all the time.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table logger
      add column mqtt_mappings jsonb not null default '[]', add column mqtt_watched_until timestamptz`.execute(db)
  await sql`
    create table mqtt_message (
      logger_id uuid not null references logger on delete cascade,
      is_own boolean not null,
      topic text not null,
      payload text not null,
      received_at timestamptz not null,
      primary key (logger_id, is_own, topic)
    ) with (fillfactor = 70)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table mqtt_message`.execute(db)
  await sql`alter table logger drop column mqtt_watched_until, drop column mqtt_mappings`.execute(db)
}

export const mqttMessages = { up, down }
