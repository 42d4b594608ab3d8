import { type Kysely, sql } from 'kysely'

/** What an open alarm lost up to a day, so that its loss is current without its former days being read each time. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alarm add column settled_loss jsonb`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alarm drop column settled_loss`.execute(db)
}

export const settledLosses = { up, down }
