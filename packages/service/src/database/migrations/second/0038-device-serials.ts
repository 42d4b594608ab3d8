import { type Kysely, sql } from 'kysely'

/**
 * An inverter's serial is unique within an account. Its frames come through a logger with a key: an account that enters
 * a foreign serial gets no frames, does not block the owner, and learns nothing.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index device_serial`.execute(db)
  await sql`create unique index device_serial on device (account_id, serial) where removed_at is null`.execute(db)
}

/** Fails where two accounts have the same serial by now: neither of them is wrong. */
async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index device_serial`.execute(db)
  await sql`create unique index device_serial on device (serial) where removed_at is null`.execute(db)
}

export const deviceSerials = { up, down }
