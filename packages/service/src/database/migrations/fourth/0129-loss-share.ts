import { type Kysely, sql } from 'kysely'

/** For how much of an episode's daylight the loss is known. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alarm add column light_bins integer, add column judged_bins integer`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alarm drop column light_bins, drop column judged_bins`.execute(db)
}

export const lossShare = { up, down }
