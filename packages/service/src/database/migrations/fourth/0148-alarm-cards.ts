import { type Kysely, sql } from 'kysely'

/** Trigger functions are security definer: the previous version writes meanwhile, without rights on the new tables. */
const definer = 'language plpgsql security definer set search_path = public, pg_temp'

/** Groups that a changed alarm affects; losses, which are recomputed often, do not matter. */
const reached = {
  insert: ['new table as entered', 'select group_id from entered'],
  delete: ['old table as gone', 'select group_id from gone'],
  update: [
    'old table as gone new table as entered',
    `select unnest(array[entered.group_id, gone.group_id]) from entered join gone using (id)
     where (entered.group_id, entered.raised_at, entered.cleared_at, entered.is_echo, entered.code)
       is distinct from (gone.group_id, gone.raised_at, gone.cleared_at, gone.is_echo, gone.code)`,
  ],
}

/**
 * One narrow row per group of alarms, with its first episode, indexed in the order of the list: a page reads only what
 * it shows, not all episodes. An account's count of groups is the sum of its rows in alarm_count: each change inserts a
 * row, so that no writer waits for another, and a job merges the rows.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alarm_card (
      group_id uuid primary key,
      station_id uuid not null,
      -- Owner of the station.
      account_id uuid not null,
      code text collate "C" not null,
      raised_at timestamptz not null,
      -- Null: one of its episodes is open.
      cleared_at timestamptz,
      alarm_id uuid not null
    )`.execute(db)
  await sql`
    create table alarm_count (
      account_id uuid not null,
      code text collate "C" not null,
      is_open boolean not null,
      groups integer not null
    )`.execute(db)
  await sql`create index on alarm_count (account_id)`.execute(db)
  await countCards(db)
  await keepCards(db)
  // Filled in batches afterwards (fill.ts): years of alarms in one transaction would block the loggers.
  await sql`create table alarm_card_due (group_id uuid primary key)`.execute(db)
  await sql`insert into alarm_card_due select id from alarm_group`.execute(db)
  const order = 'raised_at desc, alarm_id'
  for (const columns of [
    `(account_id, ${order})`,
    `(account_id, code, ${order})`,
    `(account_id, ${order}) where cleared_at is null`,
    `(station_id, ${order})`,
  ])
    await sql.raw(`create index on alarm_card ${columns}`).execute(db)
}

async function keepCards(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create function keep_alarm_cards(ids uuid[]) returns void ${definer} as $$
       begin
         -- Whoever keeps one of them has committed when it is looked at.
         perform from alarm_card where group_id = any(ids) order by group_id for update;
         with found as materialized (
           select alarm_group.id, station.id as station_id, station.account_id, span.*
           from alarm_group join station on station.id = alarm_group.station_id
           cross join lateral (
             select min(raised_at) as raised_at, case when count(cleared_at) = count(*) then max(cleared_at) end as cleared_at,
               (array_agg(alarm.id order by raised_at, device_no, alarm.id))[1] as alarm_id, min(code) as code
             from alarm where group_id = alarm_group.id and not is_echo
           ) span
           where alarm_group.id = any(ids) and span.alarm_id is not null
         ), gone as (
           delete from alarm_card where group_id = any(ids) and group_id not in (select id from found)
         )
         insert into alarm_card as own (group_id, station_id, account_id, code, raised_at, cleared_at, alarm_id)
         select id, station_id, account_id, code, raised_at, cleared_at, alarm_id from found
         on conflict (group_id) do update set code = excluded.code, raised_at = excluded.raised_at,
           cleared_at = excluded.cleared_at, alarm_id = excluded.alarm_id
         where (own.code, own.raised_at, own.cleared_at, own.alarm_id)
           is distinct from (excluded.code, excluded.raised_at, excluded.cleared_at, excluded.alarm_id);
       end $$`,
    )
    .execute(db)
  for (const [event, [tables, groups]] of Object.entries(reached)) {
    await sql
      .raw(
        `create function keep_alarm_cards_${event}() returns trigger ${definer} as $$
         declare
           ids uuid[] := array(select distinct group_id from (${groups}) own (group_id));
         begin
           if cardinality(ids) > 0 then perform keep_alarm_cards(ids); end if;
           return null;
         end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger keep_alarm_cards_${event} after ${event} on alarm referencing ${tables}
         for each statement execute function keep_alarm_cards_${event}()`,
      )
      .execute(db)
  }
  await sql
    .raw(
      `create function move_alarm_cards() returns trigger ${definer} as $$
       begin
         update alarm_card set account_id = new.account_id where station_id = new.id;
         return null;
       end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger move_alarm_cards after update of account_id on station
       for each row when (old.account_id is distinct from new.account_id) execute function move_alarm_cards()`,
    )
    .execute(db)
}

async function countCards(db: Kysely<unknown>): Promise<void> {
  const key = 'account_id, code, cleared_at is null'
  const [entered, gone] = [`select ${key}, 1 from entered`, `select ${key}, -1 from gone`]
  const steps = {
    insert: ['new table as entered', entered],
    delete: ['old table as gone', gone],
    update: ['old table as gone new table as entered', `${entered} union all ${gone}`],
  }
  for (const [event, [tables, rows]] of Object.entries(steps)) {
    await sql
      .raw(
        `create function count_alarm_cards_${event}() returns trigger ${definer} as $$
         begin
           insert into alarm_count select account_id, code, is_open, sum(step)
           from (${rows}) own (account_id, code, is_open, step) group by 1, 2, 3 having sum(step) <> 0;
           return null;
         end $$`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger count_alarm_cards_${event} after ${event} on alarm_card referencing ${tables}
         for each statement execute function count_alarm_cards_${event}()`,
      )
      .execute(db)
  }
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const event of ['insert', 'update', 'delete']) {
    await sql.raw(`drop function keep_alarm_cards_${event}() cascade`).execute(db)
    await sql.raw(`drop function count_alarm_cards_${event}() cascade`).execute(db)
  }
  await sql`drop function move_alarm_cards() cascade`.execute(db)
  await sql`drop function keep_alarm_cards`.execute(db)
  await sql`drop table alarm_card, alarm_count`.execute(db)
  await sql`drop table if exists alarm_card_due`.execute(db)
}

export const alarmCards = { up, down }
