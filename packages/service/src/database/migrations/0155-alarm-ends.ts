import { type Kysely, sql } from 'kysely'

/** Alarms that were there since some instant are found without those that were over. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index alarm_card_ended on alarm_card (account_id, (coalesce(cleared_at, 'infinity')))`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index alarm_card_ended`.execute(db)
}

export const alarmEnds = { up, down }
