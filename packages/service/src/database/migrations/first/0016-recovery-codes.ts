import { type Kysely, sql } from 'kysely'

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table recovery_code (
      account_id uuid not null references account on delete cascade,
      code_hash bytea not null,
      primary key (account_id, code_hash)
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table recovery_code`.execute(db)
}

export const recoveryCodes = { up, down }
