import { type Kysely, sql } from 'kysely'

/** Index: the search for alarms of removed inverters reads only removed ones. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index device_removed on device (account_id) where removed_at is not null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index device_removed`.execute(db)
}

export const removedDevices = { up, down }
