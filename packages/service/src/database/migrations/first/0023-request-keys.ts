import { type Kysely, sql } from 'kysely'

/**
 * Keys under which callers send what is to be carried out once. Written in the transaction that carries it out; the
 * station may be deleted later without the request becoming a new one.
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
