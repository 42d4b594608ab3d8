import { type Kysely, sql } from 'kysely'

/** Idempotency keys for orders of commands: a request that is repeated after a lost reply sends no second command. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table request_key add column command_id uuid`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table request_key drop column command_id`.execute(db)
}

export const orderKeys = { up, down }
