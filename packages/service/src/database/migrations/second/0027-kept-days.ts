import { type Kysely, sql } from 'kysely'

const named = (before: string, names: readonly string[], after: string) =>
  sql.raw(names.map((name) => `${before} ${name} ${after}`).join(', '))
const quarterCurves = ['quarter_irradiance_wm2', 'quarter_ambient_c', 'quarter_module_c']

/**
 * A day whose raw samples were dropped is kept: its stored figures are final, and nothing is computed from its
 * remaining samples. The curves of its page are stored by quarter-hours.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table device_day
      add column quarter_kwh real[] not null default '{}',
      add column is_kept boolean not null default false`.execute(db)
  await sql`
    alter table station_day ${named('add column', quarterCurves, "real[] not null default '{}'")},
      add column is_kept boolean not null default false`.execute(db)
  await sql`create index device_day_kept on device_day (device_no, first_ts) where is_kept`.execute(db)
  await sql`
    update device_day day set is_kept = true
    where samples > (select count(*) from device_sample s
      where s.device_no = day.device_no and s.ts >= day.first_ts and s.ts <= day.last_ts)`.execute(db)
  await sql`
    update station_day day set is_kept = true
    where exists (select from device_day own
      where own.station_id = day.station_id and own.date = day.date and own.is_kept)`.execute(db)
  // The other days get their sensors' quarters by a new analysis.
  await sql`update station_day set due_at = '-infinity' where not is_kept and date > current_date - 90`.execute(db)
  await sql.raw(dropRawMonth(`perform keep_days(parent, month);`)).execute(db)
  await sql.raw(keepDays).execute(db)
  await sql`revoke execute on function keep_days from public`.execute(db)
}

/**
 * Marks the days that lose frames with the month, and later days whose energy or interval was computed from counter
 * points or frames of the month: the roll-up would find less data than it looks at.
 */
export const keepDays = `
  create function keep_days(parent text, month date) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    from_ts timestamptz := month::timestamp at time zone 'UTC';
    to_ts timestamptz := (month + interval '1 month') at time zone 'UTC';
  begin
    if parent = 'device_sample' then
      update device_day day set is_kept = true
      from (
        select latest.device_no, greatest(
          coalesce((select ts from device_sample s where s.device_no = latest.device_no and ts >= to_ts
            order by ts offset 6 limit 1), 'infinity'),
          case when latest.counter_ts is null then '-infinity' else
            coalesce((select ts from device_sample s where s.device_no = latest.device_no and ts >= to_ts
              and energy_total_kwh is not null order by ts offset 5 limit 1), 'infinity') end) as free_ts
        from device_latest latest
        where exists (select from device_sample s
          where s.device_no = latest.device_no and s.ts >= from_ts and s.ts < to_ts)
      ) reach, station, station_day
      where day.device_no = reach.device_no and station.id = day.station_id
        and station_day.station_id = day.station_id and station_day.date = day.date and station_day.is_final
        and day.date >= month - 1 and day.date::timestamp at time zone station.time_zone < greatest(to_ts, reach.free_ts)
        and not day.is_kept and (day.samples > 0 or day.energy_kwh is not null);
    end if;
    update station_day day set is_kept = true
    from station
    where station.id = day.station_id and not day.is_kept and day.is_final and day.date >= month - 1
      and (exists (select from device_day own
          where own.station_id = day.station_id and own.date = day.date and own.is_kept)
        or (parent = 'sensor_sample' and coalesce(day.irradiation_kwh_m2, day.ambient_bins, day.module_bins) is not null
          and day.date::timestamp at time zone station.time_zone < to_ts
          and (day.date + 1)::timestamp at time zone station.time_zone > from_ts));
  end $$`

const dropRawMonth = (keep: string) => `
  create or replace function drop_raw_month(parent text, month date) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    partition regclass := sample_partition(parent, month);
  begin
    execute format('lock table %s in access exclusive mode', partition);
    if exists (select from station_day where (due_at is not null or not is_final)
        and date >= month - 1 and date <= month + interval '1 month')
      or exists (select from rebuild join device on device.no = rebuild.device_no
        where device.station_id is not null and from_ts < month + interval '1 month')
      or exists (select from due_roll_up
        where from_ts < month + interval '1 month' and to_ts >= month)
    then
      return false;
    end if;
    ${keep}
    execute format('drop table %s', partition);
    return true;
  end $$`

async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(dropRawMonth('')).execute(db)
  await sql`drop function keep_days`.execute(db)
  await sql`alter table station_day ${named('drop column', quarterCurves, '')}, drop column is_kept`.execute(db)
  await sql`alter table device_day drop column quarter_kwh, drop column is_kept`.execute(db)
}

export const keptDays = { up, down }
