import { type Kysely, sql } from 'kysely'

/** The sources that the owner of a gateway set, and the gateway's last report. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gateway (
      logger_id uuid primary key references logger on delete cascade,
      interval_s smallint,
      sources jsonb,
      report jsonb,
      told_at timestamptz
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table gateway`.execute(db)
}

export const gateways = { up, down }
