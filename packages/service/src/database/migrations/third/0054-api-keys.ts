import { type Kysely, sql } from 'kysely'

/** API keys, and a column of the operation log that names the key that acted. Rows without a key keep their hash. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_key (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account on delete cascade,
      key_hash bytea not null unique,
      ending text not null,
      name text not null,
      scopes text[] not null check (scopes <@ array['read', 'write', 'ingest', 'control'] and scopes <> '{}'),
      all_stations boolean not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_at timestamptz,
      proved_at timestamptz
    )`.execute(db)
  await sql`create index api_key_account on api_key (account_id, created_at desc)`.execute(db)
  await sql`
    create table api_key_station (
      api_key_id uuid not null references api_key on delete cascade,
      station_id uuid not null references station on delete cascade,
      primary key (api_key_id, station_id)
    )`.execute(db)
  await sql`create index api_key_station_station on api_key_station (station_id)`.execute(db)
  // Counts of the present minute. Unlogged: a crash may lose them, and no request waits for the disk.
  await sql`
    create unlogged table api_key_use (
      api_key_id uuid primary key references api_key on delete cascade,
      window_at timestamptz not null,
      requests integer not null
    )`.execute(db)
  await sql`alter table operation add column api_key text`.execute(db)
  await sql`drop function append_operation`.execute(db)
  await makeAppend(db, { parameter: ', api_key text', column: ', api_key', value: ', $14' })
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function append_operation`.execute(db)
  await makeAppend(db, { parameter: '', column: '', value: '' })
  await sql`alter table operation drop column api_key`.execute(db)
  await sql`drop table api_key_use, api_key_station, api_key`.execute(db)
}

/** Recreates the function of 0017 with one more parameter and one more column at the end. */
async function makeAppend(db: Kysely<unknown>, more: { parameter: string; column: string; value: string }) {
  const { parameter, column, value } = more
  await sql`
    create function append_operation(first_day date, id uuid, at timestamptz, account_id uuid, user_name text,
      action text, station_id uuid, station_name text, device_id uuid, device_name text, error_code text,
      trace_id text, canonical text${sql.raw(parameter)}) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('operation', 0));
      with last as (select o.day, o.no, o.hash from operation o order by o.day desc, o.no desc limit 1),
      next as (
        select d.day, case when last.day = d.day then last.no + 1 else 1 end as no
        from (select greatest($1, (select day from last), (select max(h.day) + 1 from audit_head h)) as day) d
        left join last on true
      )
      insert into operation (day, no, id, at, account_id, user_name, action, station_id, station_name, device_id,
        device_name, error_code, trace_id, hash${sql.raw(column)})
      select next.day, next.no, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
        sha256(coalesce((select last.hash from last), '')
          || convert_to(to_char(next.day, 'YYYY-MM-DD') || ' ' || next.no || ' ' || $13, 'UTF8'))${sql.raw(value)}
      from next;
    end $$`.execute(db)
  await sql`revoke execute on function append_operation from public`.execute(db)
}

export const apiKeys = { up, down }
