import { type Kysely, sql } from 'kysely'

const months = [
  ['station', 'station_id'],
  ['device', 'device_no'],
] as const

/**
 * How many days a month sums up, and how many of them have a known energy; and the capacity of a replaced inverter. All
 * days are recomputed: silent devices count in ratios from now on.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table former_serial add column capacity_kwp double precision`.execute(db)
  for (const [of, key] of months) {
    await sql
      .raw(
        `alter table ${of}_month add column days integer not null default 0, add column known_days integer not null default 0`,
      )
      .execute(db)
    await sql
      .raw(
        `update ${of}_month sums set days = own.days, known_days = own.known_days
         from (select ${key}, date_trunc('month', date::timestamp)::date as month, count(*) as days, count(energy_kwh) as known_days
           from ${of}_day group by 1, 2) own
         where own.${key} = sums.${key} and own.month = sums.month`,
      )
      .execute(db)
  }
  await sql`update station_day set due_at = to_timestamp(0) where due_at is null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const [of] of months) {
    await sql.raw(`alter table ${of}_month drop column days, drop column known_days`).execute(db)
  }
  await sql`alter table former_serial drop column capacity_kwp`.execute(db)
}

export const daysKnown = { up, down }
