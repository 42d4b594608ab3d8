import { type Kysely, sql } from 'kysely'

/** Stored figures by which stations are sorted, the greatest first; see 0071-fleet-figures.ts. */
const greatestFirst = [
  'income_currency desc nulls last, income_today',
  'energy_total_kwh',
  'open_alarms',
  'well_share',
  'measured_at',
]

const place = 'sort_number, name_key, station_id'

/** Further tables whose changes affect the sums of a station. */
const sources = ['station_day', 'station_month']

/**
 * Lists of stations can be sorted by every column, stations that need a person are found and counted without reading
 * the others, and fleet sums are computed from one narrow row per station.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table station_figure
      -- What needs a person, most urgent the greatest; 0: nothing. The other one: without its alarms.
      add column urgency smallint not null default 0,
      add column quiet_urgency smallint not null default 0,
      add column status_order smallint not null default 3,
      add column status_reason text not null default 'neverSeen',
      add column open_alarms integer default 0,
      -- Of its devices.
      add column well_share real,
      add column income_currency text collate "C",
      add column income_today double precision,
      add column energy_total_kwh double precision,
      add column measured_at timestamptz`.execute(db)
  await sql`
    create table station_sum (
      station_id uuid primary key references station on delete cascade,
      account_id uuid not null references account on delete cascade,
      status text not null,
      currency text not null,
      capacity_kwp double precision not null,
      in_operation_kwp double precision not null,
      -- Before its sunrise nobody is silent: then it is all that is in operation.
      reported_kwp double precision not null,
      -- Null: before its sunrise.
      coverage double precision,
      normal integer not null,
      abnormal integer not null,
      standby integer not null,
      offline integer not null,
      rated_power_w double precision not null,
      power_w double precision,
      since_installation_kwh double precision,
      measured_kwh double precision,
      measured_since date,
      measured_at timestamptz,
      stale_at timestamptz,
      energy_today_kwh double precision,
      energy_yesterday_kwh double precision,
      energy_month_kwh double precision,
      energy_year_kwh double precision,
      irradiation_kwh_m2 double precision,
      income_today double precision,
      income_month double precision,
      income_year double precision,
      income_total double precision,
      co2_kg double precision,
      open_alarms integer not null
    )`.execute(db)
  const indices = [
    ...greatestFirst.map((key) => `station_figure (account_id, ${key} desc nulls last, ${place})`),
    `station_figure (account_id, status_order, ${place})`,
    `station_figure (account_id, urgency desc, open_alarms desc, ${place}) where urgency > 0`,
    'station_sum (account_id)',
  ]
  for (const index of indices) await sql.raw(`create index on ${index}`).execute(db)
  await countAttention(db)
  await markChanges(db)
  await sql`insert into station_due select id, account_id from station`.execute(db)
}

/** How many stations of an account need a person, by their status. */
async function countAttention(db: Kysely<unknown>): Promise<void> {
  const tables = { insert: 'new table as entered', delete: 'old table as gone' }
  const none = '(select null::uuid as account_id, null::text as status, 0 as urgency where false)'
  for (const [event, rows] of [...Object.entries(tables), ['update', Object.values(tables).join(' ')]]) {
    const [entered, gone] = [event === 'delete' ? none : 'entered', event === 'insert' ? none : 'gone']
    await sql
      .raw(
        `create function count_attention_${event}() returns trigger language plpgsql as $$
         begin
           insert into fleet_count
           select account_id, 'attention', status, sum(step) from (
             select account_id, status, 1 as step from ${entered} entered where urgency > 0
             union all select account_id, status, -1 from ${gone} gone where urgency > 0
           ) own group by 1, 3 having sum(step) <> 0 order by 1, 3
           on conflict (account_id, kind, status) do update set count = fleet_count.count + excluded.count;
           return null;
         end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger attention_${event} after ${event} on station_figure referencing ${rows}
         for each statement execute function count_attention_${event}()`,
      )
      .execute(db)
  }
}

async function markChanges(db: Kysely<unknown>): Promise<void> {
  for (const table of sources) {
    const name = `mark_${table}_due`
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$
         begin
           insert into station_due select id, account_id from station where id in (select station_id from changed);
           return null;
         end $$`,
      )
      .execute(db)
    for (const [event, side] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ]) {
      await sql
        .raw(
          `create trigger ${name}_${event} after ${event} on ${table} referencing ${side} table as changed
           for each statement execute function ${name}()`,
        )
        .execute(db)
    }
  }
  // Losses are recomputed often: only the start or end of an alarm matters here.
  const changes = {
    insert: ['new table as changed', 'select group_id from changed'],
    delete: ['old table as changed', 'select group_id from changed'],
    update: [
      'old table as former new table as changed',
      `select changed.group_id from changed join former on former.id = changed.id
       where former.cleared_at is distinct from changed.cleared_at`,
    ],
  }
  for (const [event, [tables, groups]] of Object.entries(changes)) {
    await sql
      .raw(
        `create function mark_alarm_${event}_due() returns trigger language plpgsql as $$
         begin
           insert into station_due
           select id, account_id from station
           where id in (select station_id from alarm_group where id in (${groups}));
           return null;
         end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger mark_alarm_due_${event} after ${event} on alarm referencing ${tables}
         for each statement execute function mark_alarm_${event}_due()`,
      )
      .execute(db)
  }
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const event of ['insert', 'update', 'delete']) {
    await sql.raw(`drop function mark_alarm_${event}_due() cascade`).execute(db)
    await sql.raw(`drop function count_attention_${event}() cascade`).execute(db)
  }
  for (const table of sources) await sql.raw(`drop function mark_${table}_due() cascade`).execute(db)
  await sql`drop table station_sum`.execute(db)
  await sql`delete from fleet_count where kind = 'attention'`.execute(db)
  await sql`
    alter table station_figure drop column urgency, drop column quiet_urgency, drop column status_order, drop column status_reason,
      drop column open_alarms, drop column well_share, drop column income_currency, drop column income_today,
      drop column energy_total_kwh, drop column measured_at`.execute(db)
}

export const fleetSums = { up, down }
