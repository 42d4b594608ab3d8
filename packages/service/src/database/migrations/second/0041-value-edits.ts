import { type Kysely, sql } from 'kysely'

/**
 * Corrections of measured values by people: marked as wrong, or multiplied by a factor. The values as sent are in
 * `kept_aside`; `device_no` null: of the sensors of the station's loggers. Both ends of the stretch are inclusive.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table value_edit (
      no integer generated always as identity primary key,
      station_id uuid not null references station (id) on delete cascade,
      device_no integer references device (no) on delete cascade,
      from_ts timestamptz not null,
      to_ts timestamptz not null,
      factor double precision,
      note text not null,
      user_name text not null,
      at timestamptz not null
    )`.execute(db)
  await sql`create index value_edit_station on value_edit (station_id)`.execute(db)
  await sql`create index value_edit_device on value_edit (device_no) where device_no is not null`.execute(db)
  await sql`alter table kept_aside add column edit_no integer references value_edit (no) on delete set null`.execute(db)
  await sql`create index kept_aside_edit on kept_aside (edit_no) where edit_no is not null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table kept_aside drop column edit_no`.execute(db)
  await sql`drop table value_edit`.execute(db)
}

export const valueEdits = { up, down }
