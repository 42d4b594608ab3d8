import { type Kysely, sql } from 'kysely'

/**
 * An inverter's serial is unique among those of one account. Its frames come through a logger that has a key, so who
 * else wrote down the same serial gets nothing of it, keeps nobody from his own, and learns nothing by it.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index device_serial`.execute(db)
  await sql`create unique index device_serial on device (account_id, serial) where removed_at is null`.execute(db)
}

/** Refused by the database where two accounts have the same serial by now: none of them is the wrong one. */
async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index device_serial`.execute(db)
  await sql`create unique index device_serial on device (serial) where removed_at is null`.execute(db)
}

export const deviceSerials = { up, down }
