import { type Kysely, sql } from 'kysely'

/** Shares that the invited account declined or gave back: the owner still sees them, but they grant nothing. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table station_share
      add column declined_at timestamptz,
      add constraint station_share_answer check (accepted_at is null or declined_at is null)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from station_share where declined_at is not null`.execute(db)
  await sql`alter table station_share drop column declined_at`.execute(db)
}

export const declinedShares = { up, down }
