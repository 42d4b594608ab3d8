import { type Kysely, sql } from 'kysely'

/** Codes that a program exchanges for the key of a logger; one code per logger at a time. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table logger_claim (
      logger_id uuid primary key references logger on delete cascade,
      code_hash bytea not null unique,
      expires_at timestamptz not null
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table logger_claim`.execute(db)
}

export const loggerClaims = { up, down }
