import { type Kysely, sql } from 'kysely'

/** Whether an address is new to an account is asked for each attempt that is shown; a stranger fills its log from many. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index sign_in_address on sign_in (account_id, address, at)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index sign_in_address`.execute(db)
}

export const signInAddresses = { up, down }
