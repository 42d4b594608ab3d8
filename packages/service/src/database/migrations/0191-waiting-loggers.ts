import { type Kysely, sql } from 'kysely'

/** Loggers without a station, by account: a page finds them without reading all loggers of a fleet. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index logger_waiting on logger (account_id, serial) where station_id is null and deleted_at is null`.execute(
    db,
  )
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index logger_waiting`.execute(db)
}

export const waitingLoggers = { up, down }
