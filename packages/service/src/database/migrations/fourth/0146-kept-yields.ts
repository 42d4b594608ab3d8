import { type Kysely, sql } from 'kysely'

/** Figures that a rank depends on. */
const figures = ['energy_kwh', 'expected_bins', 'known_bins']
const monthFigures = [...figures, 'days', 'known_days']

/** A table whose changes affect rankings: how to find a row's station and days. */
interface Source {
  table: string
  /** Primary key. */
  key: string
  /** Columns whose changes matter. */
  columns: readonly string[]
  station: (row: string) => string
  from: (row: string) => string
  to: (row: string) => string
}

const everything = { from: () => `date '0001-01-01'`, to: () => `date '9999-12-31'` }
const ofDay = { from: (row: string) => `${row}.date`, to: (row: string) => `${row}.date` }
const ofMonth = {
  from: (row: string) => `${row}.month`,
  to: (row: string) => `(${row}.month + interval '1 month - 1 day')::date`,
}
const ofStation = { station: (row: string) => `${row}.station_id` }
const ofDevice = {
  station: (row: string) => `(select device.station_id from device where device.no = ${row}.device_no)`,
}

const sources: readonly Source[] = [
  { table: 'device_day', key: 'device_no, date', columns: ['station_id', ...figures, 'samples > 0'], ...ofStation, ...ofDay },
  { table: 'station_day', key: 'station_id, date', columns: figures, ...ofStation, ...ofDay },
  { table: 'device_month', key: 'device_no, month', columns: monthFigures, ...ofDevice, ...ofMonth },
  { table: 'station_month', key: 'station_id, month', columns: monthFigures, ...ofStation, ...ofMonth },
  {
    table: 'device',
    key: 'no',
    columns: ['station_id', 'capacity_kwp', 'installed_on', 'removed_at'],
    ...ofStation,
    ...everything,
  },
  { table: 'former_serial', key: 'device_no, until', columns: ['capacity_kwp'], ...ofDevice, ...everything },
  {
    table: 'station',
    key: 'id',
    columns: ['account_id', 'capacity_kwp', 'time_zone', 'latitude', 'longitude'],
    station: (row) => `${row}.id`,
    ...everything,
  },
] // prettier-ignore

/**
 * Rankings of today, weeks, months, years and all time: one row per station or device and period with data, indexed in
 * the order of the ranking. `yield`: kWh per kWp. The all-time period spans the first and last day of the calendar.
 * Every change inserts a mark with the days that it affects; the code that updates them deletes the marks before it
 * reads. A mark from -infinity: nothing is stored of the station yet.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  for (const kind of ['station', 'device']) {
    await sql
      .raw(
        `create table ${kind}_yield (
           ${kind === 'device' ? 'device_id uuid not null references device on delete cascade,' : ''}
           station_id uuid not null references station on delete cascade,
           account_id uuid not null references account on delete cascade,
           period text collate "C" not null,
           first_day date not null,
           last_day date not null,
           yield double precision,
           energy_kwh double precision,
           coverage double precision,
           known_days integer not null,
           expected_days integer not null,
           primary key (${kind}_id, period, first_day)
         )`,
      )
      .execute(db)
    await sql
      .raw(`create index on ${kind}_yield (account_id, period, first_day, yield desc nulls last, ${kind}_id)`)
      .execute(db)
  }
  await sql`create index on device_yield (station_id, period, first_day)`.execute(db)
  // A device's total measured energy: lists of devices had to read all months of each device.
  await sql`alter table device_figure add column measured_kwh double precision, add column measured_since date`.execute(
    db,
  )
  await sql`
    create table yield_due (
      station_id uuid not null,
      account_id uuid not null,
      from_day date not null,
      to_day date not null
    )`.execute(db)
  await sql`create index on yield_due (station_id)`.execute(db)
  await sql`create index on yield_due (account_id, station_id)`.execute(db)
  await sql`create index on yield_due (account_id, station_id) where from_day = '-infinity'`.execute(db)
  for (const source of sources) await markChanges(db, source)
  await sql`insert into yield_due select id, account_id, '-infinity', 'infinity' from station`.execute(db)
  await sql`insert into station_due select id, account_id from station`.execute(db)
}

/** Security definer: the previous version writes meanwhile, and its role has no rights on the new table. */
async function markChanges(db: Kysely<unknown>, { table, key, columns, station, from, to }: Source): Promise<void> {
  const reached = (row: string) => `${station(row)} as station_id, ${from(row)} as from_day, ${to(row)} as to_day`
  const all = (row: string) => `(${columns.map((column) => `${row}.${column}`).join(', ')})`
  const changed = `entered join gone using (${key}) where ${all('entered')} is distinct from ${all('gone')}`
  const events = {
    insert: ['new table as entered', `select ${reached('entered')} from entered`],
    delete: ['old table as gone', `select ${reached('gone')} from gone`],
    update: [
      'old table as gone new table as entered',
      // A moved row affects its former station and days, too.
      `select ${reached('entered')} from ${changed} union all select ${reached('gone')} from ${changed}`,
    ],
  }
  for (const [event, [tables, rows]] of Object.entries(events)) {
    const name = `mark_${table}_yield_${event}`
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
         begin
           insert into yield_due
           select station.id, station.account_id, min(from_day), max(to_day)
           from (${rows}) own join station on station.id = own.station_id group by station.id, station.account_id;
           return null;
         end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${event} on ${table} referencing ${tables}
         for each statement execute function ${name}()`,
      )
      .execute(db)
  }
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const { table } of sources)
    for (const event of ['insert', 'update', 'delete'])
      await sql.raw(`drop function mark_${table}_yield_${event}() cascade`).execute(db)
  await sql`drop table yield_due, device_yield, station_yield`.execute(db)
  await sql`alter table device_figure drop column measured_kwh, drop column measured_since`.execute(db)
}

export const keptYields = { up, down }
