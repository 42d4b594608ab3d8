import { type Kysely, sql } from 'kysely'

/**
 * Idempotency keys of callers. Written in the transaction that carries the request out; a later deletion of the station
 * does not make the request a new one.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table request_key (
      account_id uuid not null references account on delete cascade,
      key text not null,
      request_hash bytea not null,
      station_id uuid,
      created_at timestamptz not null,
      primary key (account_id, key)
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table request_key`.execute(db)
}

export const requestKeys = { up, down }
