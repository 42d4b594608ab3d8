import { type Kysely, sql } from 'kysely'

/** Cached part of a device's day that newer frames do not change; see energy/queries/settled-day.ts. Can be rebuilt. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settled_day (
      device_no integer primary key references device (no) on delete cascade,
      date date not null,
      state json not null
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table settled_day`.execute(db)
}

export const settledDays = { up, down }
