import { type Kysely, sql } from 'kysely'

/** Orders of commands are carried out once for their key, too: a command goes out once though its answer was lost. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table request_key add column command_id uuid`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table request_key drop column command_id`.execute(db)
}

export const orderKeys = { up, down }
