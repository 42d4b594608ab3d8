import { type Kysely, sql } from 'kysely'

/**
 * Quiet hours get a time zone: a fixed offset shifts them by an hour when the clocks change. Existing quiet hours get
 * the zone of most of the account's stations, among zones whose offset in winter or summer is the account's; otherwise
 * they keep the offset. Zones that this server does not know are skipped.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column quiet_zone text`.execute(db)
  await sql`
    update account set quiet_zone = (
      select time_zone from station
      where station.account_id = account.id
        and case when time_zone in (select name from pg_timezone_names) then account.time_zone_offset in (
          select extract(epoch from moment at time zone time_zone - moment at time zone 'UTC') / 60
          from (values (timestamptz '2026-01-15'), (timestamptz '2026-07-15')) season (moment)) end
      group by time_zone order by count(*) desc, time_zone limit 1)
    where quiet_from is not null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account drop column quiet_zone`.execute(db)
}

export const quietZone = { up, down }
