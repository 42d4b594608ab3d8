import { type Kysely, sql } from 'kysely'

/** Sign-ins and commands in the order of their lists, newest first: a page is found without sorting all of them. */
const indices = { sign_in_order: 'sign_in (at desc, id)', command_list: 'command (created_at desc, id)' }

async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(indices)) await sql.raw(`create index ${name} on ${columns}`).execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop index ${Object.keys(indices).join(', ')}`).execute(db)
}

export const logOrders = { up, down }
