import { type Kysely, sql } from 'kysely'

/** Whether an account with a passkey refuses to sign in by password alone. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column passkey_required boolean not null default false`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account drop column passkey_required`.execute(db)
}

export const passkeyRequired = { up, down }
