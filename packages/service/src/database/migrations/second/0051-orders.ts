import { type Kysely, sql } from 'kysely'

/** Orders of several stations, large ones that wait, raw register values, and the apparent power of a device. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device add column apparent_va double precision`.execute(db)
  await sql`
    alter table command
      add column order_id uuid not null default gen_random_uuid(),
      add column hold text,
      add column hold_until timestamptz,
      add column waits boolean not null default false,
      add column approved_by uuid references account on delete set null,
      add column approved_at timestamptz,
      add column revert_after_minutes integer`.execute(db)
  await sql`create index command_order on command (order_id)`.execute(db)
  await sql`create index command_waits on command (hold_until) where waits`.execute(db)
  await sql`alter table command_device add column raw integer, add column read_back_raw integer`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table command_device drop column read_back_raw, drop column raw`.execute(db)
  await sql`
    alter table command drop column revert_after_minutes, drop column approved_at, drop column approved_by,
      drop column waits, drop column hold_until, drop column hold, drop column order_id`.execute(db)
  await sql`alter table device drop column apparent_va`.execute(db)
}

export const orders = { up, down }
