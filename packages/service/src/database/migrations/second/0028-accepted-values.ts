import { type Kysely, sql } from 'kysely'

/**
 * Stretches in which a person accepted values that the rules had refused. `device_no` null: of the logger's sensors.
 * Both ends are inclusive.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accepted_value (
      logger_no integer not null references logger (no) on delete cascade,
      device_no integer references device (no) on delete cascade,
      reason text not null,
      from_ts timestamptz not null,
      to_ts timestamptz not null,
      user_name text not null,
      at timestamptz not null
    )`.execute(db)
  await sql`create index accepted_value_device on accepted_value (device_no) where device_no is not null`.execute(db)
  await sql`create index accepted_value_logger on accepted_value (logger_no)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table accepted_value`.execute(db)
}

export const acceptedValues = { up, down }
