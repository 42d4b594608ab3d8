import { type Kysely, sql } from 'kysely'

/**
 * Count of a logger's refused rows per reason: `{"row.malformed": 3}`; null: none. The index serves the count of values
 * that were kept aside in the last days, per logger.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table logger add column refused_counts jsonb`.execute(db)
  await sql`
    update logger set refused_counts = jsonb_build_object(refused_code, refused_rows)
    where refused_rows is not null and refused_code is not null`.execute(db)
  await sql`alter table logger drop column refused_rows`.execute(db)
  await sql`create index kept_aside_recent on kept_aside (logger_no, kept_at)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index kept_aside_recent`.execute(db)
  await sql`alter table logger add column refused_rows integer`.execute(db)
  await sql`
    update logger set refused_rows =
      (select least(sum(value::bigint), 2147483647)::integer from jsonb_each_text(refused_counts))
    where refused_counts is not null`.execute(db)
  await sql`alter table logger drop column refused_counts`.execute(db)
}

export const refusedReasons = { up, down }
