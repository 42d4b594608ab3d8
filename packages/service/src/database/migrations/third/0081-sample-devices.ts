import { type Kysely, sql } from 'kysely'
import { keepDays } from '../second/0027-kept-days.ts'

/**
 * One row per device. Queries that look up many devices in samples start from this table: on Citus, row-by-row joins
 * work only between tables distributed by the same key.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sample_device (device_no integer primary key)`.execute(db)
  await sql`insert into sample_device select no from device`.execute(db)
  // Kept by triggers: foreign keys do not reach across machines.
  await sql`
    create function keep_sample_device() returns trigger language plpgsql as $$
    declare
      nos integer[] := array(select no from changed);
    begin
      if tg_op = 'INSERT' then
        insert into sample_device select unnest(nos);
      else
        delete from sample_device where device_no = any(nos);
      end if;
      return null;
    end $$`.execute(db)
  for (const [event, side] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ]) {
    await sql
      .raw(
        `create trigger sample_device_${event} after ${event} on device referencing ${side} table as changed
         for each statement execute function keep_sample_device()`,
      )
      .execute(db)
  }
  await sql.raw(keepDaysOfDevices).execute(db)
}

/** See 0027-kept-days.ts; samples are queried device by device. */
const keepDaysOfDevices = `
  create or replace function keep_days(parent text, month date) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    from_ts timestamptz := month::timestamp at time zone 'UTC';
    to_ts timestamptz := (month + interval '1 month') at time zone 'UTC';
  begin
    if parent = 'device_sample' then
      with reach as materialized (
        select own.device_no,
          (select max(ts) from (select ts from device_sample s where s.device_no = own.device_no and ts >= to_ts
            order by ts limit 7) x having count(*) = 7) as frame_ts,
          (select max(ts) from (select ts from device_sample s where s.device_no = own.device_no and ts >= to_ts
            and energy_total_kwh is not null order by ts limit 6) x having count(*) = 6) as counter_ts
        from sample_device own
        where exists (select from device_sample s
          where s.device_no = own.device_no and s.ts >= from_ts and s.ts < to_ts)
      )
      update device_day day set is_kept = true
      from reach join device_latest latest on latest.device_no = reach.device_no, station, station_day
      where day.device_no = reach.device_no and station.id = day.station_id
        and station_day.station_id = day.station_id and station_day.date = day.date and station_day.is_final
        and day.date >= month - 1 and day.date::timestamp at time zone station.time_zone < greatest(to_ts,
          coalesce(reach.frame_ts, 'infinity'),
          case when latest.counter_ts is not null then coalesce(reach.counter_ts, 'infinity') end)
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

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function keep_days`.execute(db)
  await sql.raw(keepDays).execute(db)
  await sql`revoke execute on function keep_days from public`.execute(db)
  await sql`drop function keep_sample_device() cascade`.execute(db)
  await sql`drop table sample_device`.execute(db)
}

export const sampleDevices = { up, down }
