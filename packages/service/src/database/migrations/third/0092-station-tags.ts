import { type Kysely, sql } from 'kysely'

/** Accounts' groups and tags of stations, their saved filters, and stations that they muted in reports. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table station_tag (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      kind text not null check (kind in ('group', 'tag')),
      name text not null,
      -- Counted as they come and go: a list of many says how many it holds.
      stations integer not null default 0
    )`.execute(db)
  await sql`create unique index station_tag_name on station_tag (account_id, lower(name))`.execute(db)
  await sql`
    create table station_tagging (
      tag_id uuid not null references station_tag on delete cascade,
      station_id uuid not null references station on delete cascade,
      primary key (tag_id, station_id)
    )`.execute(db)
  await sql`create index station_tagging_station on station_tagging (station_id)`.execute(db)
  for (const [event, side, sign] of [
    ['insert', 'new', '+'],
    ['delete', 'old', '-'],
  ]) {
    await sql
      .raw(
        `create function count_station_tag_${event}() returns trigger language plpgsql as $$
         begin
           update station_tag set stations = stations ${sign} own.count
           from (select tag_id, count(*) from changed group by tag_id) own where own.tag_id = station_tag.id;
           return null;
         end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger station_tagging_${event} after ${event} on station_tagging referencing ${side} table as changed
         for each statement execute function count_station_tag_${event}()`,
      )
      .execute(db)
  }
  await sql`
    create table saved_filter (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      list text not null,
      name text not null,
      query text not null
    )`.execute(db)
  await sql`create unique index saved_filter_name on saved_filter (account_id, list, lower(name))`.execute(db)
  await sql`
    create table unreported_station (
      account_id uuid not null references account on delete cascade,
      station_id uuid not null references station on delete cascade,
      primary key (account_id, station_id)
    )`.execute(db)
  await sql`create index unreported_station_station on unreported_station (station_id)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table unreported_station, saved_filter, station_tagging, station_tag`.execute(db)
  for (const event of ['insert', 'delete']) await sql.raw(`drop function count_station_tag_${event}()`).execute(db)
}

export const stationTags = { up, down }
