import { type Kysely, sql } from 'kysely'

/**
 * A share that is offered to a mail address instead of a user name, with an end. An account that proves to own the
 * address receives the share, whether the account existed before or not.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table station_share add column offered_until timestamptz`.execute(db)
  await sql`
    create index station_share_offer on station_share (lower(name))
      where account_id is null and offered_until is not null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from station_share where account_id is null and offered_until is not null`.execute(db)
  await sql`alter table station_share drop column offered_until`.execute(db)
}

export const shareOffers = { up, down }
