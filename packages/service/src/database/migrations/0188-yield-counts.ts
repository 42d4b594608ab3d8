import { type Kysely, sql } from 'kysely'

const kinds = ['station', 'device'] as const
/** Trigger functions are security definer: the previous version writes meanwhile, without rights on the new table. */
const definer = 'language plpgsql security definer set search_path = public, pg_temp'
const events = {
  insert: ['new table as entered', 'select *, 1 as step from entered'],
  delete: ['old table as gone', 'select *, -1 as step from gone'],
  update: [
    'old table as gone new table as entered',
    'select *, 1 as step from entered union all select *, -1 from gone',
  ],
}

/** Counts these rows, with a step each, by account, stretch and time zone of the station. */
const counting = (kind: string, rows: string, zone: string) => `
  insert into yield_count
  select own.account_id, '${kind}', own.period, own.first_day, ${zone}, sum(own.step)
  from (${rows}) own join station on station.id = own.station_id
  group by 1, 3, 4, 5 having sum(own.step) <> 0;`

/**
 * How many kept figures a ranking has in each stretch: its end was only found by reading all of it. A station's time zone
 * decides which stretch holds its today. Each change adds a row, so that no writer waits for another, and a job merges
 * them. With a station its rows go only after it, when its zone is gone: they are counted before.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table yield_count (
      account_id uuid not null,
      kind text not null,
      period text collate "C" not null,
      first_day date not null,
      time_zone text not null,
      figures bigint not null
    )`.execute(db)
  await sql`create index on yield_count (account_id, kind, period, first_day)`.execute(db)
  for (const kind of kinds) {
    for (const [event, [tables, rows = '']] of Object.entries(events)) {
      const name = `count_${kind}_yields_${event}`
      await define(db, name, counting(kind, rows, 'station.time_zone'))
      await sql
        .raw(
          `create trigger ${name} after ${event} on ${kind}_yield referencing ${tables}
           for each statement execute function ${name}()`,
        )
        .execute(db)
    }
  }
  const ofStation = (step: number, zone: string) =>
    kinds.map((kind) => counting(kind, `select *, ${step} as step from ${kind}_yield where station_id = old.id`, zone))
  await define(db, 'move_yield_counts', [...ofStation(-1, 'old.time_zone'), ...ofStation(1, 'new.time_zone')].join(''))
  await define(db, 'end_yield_counts', ofStation(-1, 'old.time_zone').join(''), 'old')
  await sql`
    create trigger move_yield_counts after update of time_zone on station for each row
    when (old.time_zone is distinct from new.time_zone) execute function move_yield_counts()`.execute(db)
  await sql`
    create trigger end_yield_counts before delete on station for each row execute function end_yield_counts()`.execute(
    db,
  )
  for (const kind of kinds)
    await sql.raw(counting(kind, `select *, 1 as step from ${kind}_yield`, 'station.time_zone')).execute(db)
}

const define = (db: Kysely<unknown>, name: string, steps: string, given = 'null') =>
  sql
    .raw(`create function ${name}() returns trigger ${definer} as $$ begin ${steps} return ${given}; end $$`)
    .execute(db)

async function down(db: Kysely<unknown>): Promise<void> {
  for (const kind of kinds)
    for (const event of Object.keys(events))
      await sql.raw(`drop function count_${kind}_yields_${event}() cascade`).execute(db)
  await sql`drop function move_yield_counts() cascade`.execute(db)
  await sql`drop function end_yield_counts() cascade`.execute(db)
  await sql`drop table yield_count`.execute(db)
}

export const yieldCounts = { up, down }
