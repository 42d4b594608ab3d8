import { type Kysely, sql } from 'kysely'

/**
 * Index: each listed attempt needs to know whether its address is new to the account, and an attacker can fill the log.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index sign_in_address on sign_in (account_id, address, at)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index sign_in_address`.execute(db)
}

export const signInAddresses = { up, down }
