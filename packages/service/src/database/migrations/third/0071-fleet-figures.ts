import { type Kysely, sql } from 'kysely'

/** Tables whose changes affect the figures of stations, each with the station's id. */
const sources: { table: string; on: ('insert' | 'update' | 'delete')[]; station: string }[] = [
  { table: 'station', on: ['insert', 'update'], station: 'changed.id' },
  { table: 'device', on: ['insert', 'update', 'delete'], station: 'changed.station_id' },
  { table: 'tariff', on: ['insert', 'update', 'delete'], station: 'changed.station_id' },
  { table: 'device_day', on: ['insert', 'update', 'delete'], station: 'changed.station_id' },
  {
    table: 'device_latest',
    on: ['insert', 'update', 'delete'],
    station: '(select device.station_id from device where device.no = changed.device_no)',
  },
]

/** Stored figures by which devices are sorted; `place` breaks ties. */
const deviceKeys = [
  'place',
  'name_key, place',
  'urgency, place',
  'station_key, place',
  'model_key, place',
  'power_w, place',
  'energy_today_kwh, place',
  'yield_today, place',
  'energy_total_kwh, place',
  'income_currency, income_today, place',
  'hours_total, place',
  'cabinet_c, place',
  'measured_at, place',
]

/** Stored figures by which stations are sorted, the greatest first. */
const stationKeys = ['power_w', 'energy_today_kwh', 'yield_today']

/**
 * Figures by which lists are filtered and sorted, one narrow row per station and per device, so that a page reads only
 * what it shows. Every change of a station inserts a mark, without any lock wait; the code that updates the figures
 * deletes the marks before it reads. `changes_at`: when figures change without new data (dusk, midnight, silence).
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table station_due (station_id uuid not null, account_id uuid not null)`.execute(db)
  await sql`create index station_due_station on station_due (station_id)`.execute(db)
  await sql`create index station_due_account on station_due (account_id)`.execute(db)
  await sql`
    create table station_figure (
      station_id uuid primary key references station on delete cascade,
      account_id uuid not null references account on delete cascade,
      sort_number integer not null,
      name_key text collate "C" not null,
      search_text text not null,
      status text not null,
      power_w double precision,
      energy_today_kwh double precision,
      yield_today double precision,
      changes_at timestamptz not null,
      -- What the list is drawn from.
      facts jsonb not null
    )`.execute(db)
  await sql`create index station_figure_changes on station_figure (changes_at)`.execute(db)
  await sql`create index station_figure_account on station_figure (account_id, changes_at)`.execute(db)
  await sql`
    create table device_figure (
      device_id uuid primary key references device on delete cascade,
      station_id uuid not null references station on delete cascade,
      account_id uuid not null references account on delete cascade,
      -- Station and place in it.
      place text collate "C" not null,
      name_key text collate "C" not null,
      station_key text collate "C" not null,
      model_key text collate "C" not null,
      search_text text not null,
      status text not null,
      urgency smallint not null,
      power_w double precision,
      energy_today_kwh double precision,
      yield_today double precision,
      energy_total_kwh double precision,
      income_currency text collate "C",
      income_today double precision,
      hours_total double precision,
      cabinet_c double precision,
      measured_at timestamptz
    )`.execute(db)
  await sql`create index device_figure_station on device_figure (station_id, place)`.execute(db)
  const place = 'sort_number, name_key, station_id'
  const indices = [
    `station_figure (account_id, ${place})`,
    `station_figure (account_id, name_key, station_id)`,
    `station_figure (account_id, status, ${place})`,
    ...stationKeys.map((key) => `station_figure (account_id, ${key} desc nulls last, ${place})`),
    ...deviceKeys.map((key) => `device_figure (account_id, ${key})`),
    'device_figure (account_id, status, place)',
  ]
  for (const index of indices) await sql.raw(`create index on ${index}`).execute(db)
  await countFigures(db)
  await markChanges(db)
  await sql`insert into station_due select id, account_id from station`.execute(db)
}

/** Counts of an account's stations and devices per status: stored, because counting would read all rows. */
async function countFigures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fleet_count (
      account_id uuid not null,
      kind text not null,
      status text not null,
      count integer not null,
      primary key (account_id, kind, status)
    )`.execute(db)
  for (const kind of ['station', 'device']) {
    const table = `${kind}_figure`
    await sql
      .raw(
        `create function count_${table}() returns trigger language plpgsql as $$
         begin
           if tg_op = 'INSERT' then
             insert into fleet_count
             select account_id, '${kind}', status, count(*) from entered group by 1, 3 order by 1, 3
             on conflict (account_id, kind, status) do update set count = fleet_count.count + excluded.count;
           elsif tg_op = 'DELETE' then
             insert into fleet_count
             select account_id, '${kind}', status, -count(*) from gone group by 1, 3 order by 1, 3
             on conflict (account_id, kind, status) do update set count = fleet_count.count + excluded.count;
           else
             insert into fleet_count
             select account_id, '${kind}', status, sum(step) from (
               select account_id, status, 1 as step from entered union all select account_id, status, -1 from gone
             ) own group by 1, 3 having sum(step) <> 0 order by 1, 3
             on conflict (account_id, kind, status) do update set count = fleet_count.count + excluded.count;
           end if;
           return null;
         end $$`,
      )
      .execute(db)
    const tables = { insert: 'new table as entered', delete: 'old table as gone' }
    for (const [event, rows] of [...Object.entries(tables), ['update', Object.values(tables).join(' ')]]) {
      await sql
        .raw(
          `create trigger ${table}_${event} after ${event} on ${table} referencing ${rows}
           for each statement execute function count_${table}()`,
        )
        .execute(db)
    }
  }
}

async function markChanges(db: Kysely<unknown>): Promise<void> {
  for (const { table, on, station } of sources) {
    const name = `mark_${table}_due`
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$
         begin
           insert into station_due
           select id, account_id from station where id in (select ${station} from changed);
           return null;
         end $$`,
      )
      .execute(db)
    for (const event of on) {
      // A device that moves affects its former station, too.
      const sides = event === 'update' && table === 'device' ? ['old', 'new'] : [event === 'delete' ? 'old' : 'new']
      for (const side of sides) {
        await sql
          .raw(
            `create trigger ${name}_${event}_${side} after ${event} on ${table} referencing ${side} table as changed
             for each statement execute function ${name}()`,
          )
          .execute(db)
      }
    }
  }
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const { table } of sources) await sql.raw(`drop function mark_${table}_due() cascade`).execute(db)
  await sql`drop table device_figure, station_figure, fleet_count, station_due`.execute(db)
  for (const kind of ['station', 'device']) await sql.raw(`drop function count_${kind}_figure()`).execute(db)
}

export const fleetFigures = { up, down }
