import { type Kysely, sql } from 'kysely'

/** A month of samples is not dropped while something is still to be computed from it. */
const dropRawMonth = (waitsFor: string) => `
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
      ${waitsFor}
    then
      return false;
    end if;
    execute format('drop table %s', partition);
    return true;
  end $$`

/** Stretches of a device whose days a job recomputes, where the batch's own transaction would take too long. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table due_roll_up (
      device_no integer not null references device (no) on delete cascade,
      from_ts timestamptz not null,
      to_ts timestamptz not null,
      primary key (device_no, from_ts)
    )`.execute(db)
  const waitsFor = `or exists (select from due_roll_up
        where from_ts < month + interval '1 month' and to_ts >= month)`
  await sql.raw(dropRawMonth(waitsFor)).execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(dropRawMonth('')).execute(db)
  await sql`drop table due_roll_up`.execute(db)
}

export const dueRollUps = { up, down }
