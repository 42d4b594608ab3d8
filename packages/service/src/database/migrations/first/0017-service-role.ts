import { type Kysely, sql } from 'kysely'

/**
 * The service's role changes no table and no row of the log. For what it cannot do itself it calls functions of the
 * owner, each of which does one thing and checks its arguments. pg_temp is last in the search path, so that no
 * temporary table can shadow a table.
 */
const asOwner = sql.raw('language plpgsql security definer set search_path = public, pg_temp')

async function up(db: Kysely<unknown>): Promise<void> {
  // One instance appends at a time; days never decrease, and nothing is appended to a day whose head was signed.
  await sql`
    create function append_operation(first_day date, id uuid, at timestamptz, account_id uuid, user_name text,
      action text, station_id uuid, station_name text, device_id uuid, device_name text, error_code text,
      trace_id text, canonical text) returns void ${asOwner} as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('operation', 0));
      with last as (select o.day, o.no, o.hash from operation o order by o.day desc, o.no desc limit 1),
      next as (
        select d.day, case when last.day = d.day then last.no + 1 else 1 end as no
        from (select greatest($1, (select day from last), (select max(h.day) + 1 from audit_head h)) as day) d
        left join last on true
      )
      insert into operation (day, no, id, at, account_id, user_name, action, station_id, station_name, device_id,
        device_name, error_code, trace_id, hash)
      select next.day, next.no, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
        sha256(coalesce((select last.hash from last), '')
          || convert_to(to_char(next.day, 'YYYY-MM-DD') || ' ' || next.no || ' ' || $13, 'UTF8'))
      from next;
    end $$`.execute(db)
  // Created first, then attached: attaching does not wait for readers, "partition of" would.
  await sql`
    create function make_sample_partitions(month date) returns void ${asOwner} as $$
    declare
      parent text;
      partition text;
    begin
      if month <> date_trunc('month', month) or month not between '1970-01-01' and '2199-12-01' then
        raise exception 'no month of samples: %', month using errcode = '22023';
      end if;
      perform pg_advisory_xact_lock(7142001);
      foreach parent in array array['device_sample', 'sensor_sample'] loop
        partition := parent || to_char(month, '_YYYY_MM');
        if to_regclass('public.' || partition) is null then
          execute format('create table %I (like %I including all)', partition, parent);
          execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition,
            to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
            to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
        end if;
      end loop;
    end $$`.execute(db)
  await sql`
    create function sample_partition(parent text, month date) returns regclass ${asOwner} as $$
    declare
      partition regclass := to_regclass('public.' || quote_ident(parent || to_char(month, '_YYYY_MM')));
    begin
      if parent not in ('device_sample', 'sensor_sample') or not exists (
        select from pg_inherits where inhrelid = partition and inhparent = to_regclass('public.' || parent)
      ) then
        raise exception 'no month of samples: % %', parent, month using errcode = '22023';
      end if;
      return partition;
    end $$`.execute(db)
  // Checked under the lock: a concurrent batch is stored either before or after the check, never lost between.
  await sql`
    create function drop_raw_month(parent text, month date) returns boolean ${asOwner} as $$
    declare
      partition regclass := sample_partition(parent, month);
    begin
      execute format('lock table %s in access exclusive mode', partition);
      if exists (select from station_day where (due_at is not null or not is_final)
          and date >= month - 1 and date <= month + interval '1 month')
        or exists (select from rebuild join device on device.no = rebuild.device_no
          where device.station_id is not null and from_ts < month + interval '1 month')
      then
        return false;
      end if;
      execute format('drop table %s', partition);
      return true;
    end $$`.execute(db)
  await sql`
    create function cluster_raw_month(parent text, month date) returns void ${asOwner} as $$
    declare
      partition regclass := sample_partition(parent, month);
    begin
      execute (
        select format('cluster %s using %I', partition, relname)
        from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = partition and indisprimary
      );
      execute format('analyze %s', partition);
    end $$`.execute(db)
  // The service's role is granted its rights when it starts (service-role.ts).
  for (const name of ownersFunctions) await sql`revoke execute on function ${sql.raw(name)} from public`.execute(db)
}

const ownersFunctions = [
  'append_operation',
  'make_sample_partitions',
  'sample_partition',
  'drop_raw_month',
  'cluster_raw_month',
]

async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of ownersFunctions) await sql`drop function ${sql.raw(name)}`.execute(db)
}

export const serviceRole = { up, down }
