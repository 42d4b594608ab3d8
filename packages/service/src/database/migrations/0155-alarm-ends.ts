import { type Kysely, sql } from 'kysely'

/** Index: alarms that were open at or after an instant are found without reading those that ended before. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index alarm_card_ended on alarm_card (account_id, (coalesce(cleared_at, 'infinity')))`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index alarm_card_ended`.execute(db)
}

export const alarmEnds = { up, down }
