import { type Kysely, sql } from 'kysely'

/** Settings beside a power factor: wanted, former and read-back values; and which settings each device supports. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table command add column setting jsonb`.execute(db)
  await sql`
    alter table command_device
      add column setting jsonb,
      add column former_setting jsonb,
      add column read_back_setting jsonb`.execute(db)
  await sql`alter table command_step add column setting jsonb`.execute(db)
  await sql`alter table device add column controls text[]`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device drop column controls`.execute(db)
  await sql`alter table command_step drop column setting`.execute(db)
  await sql`
    alter table command_device drop column read_back_setting, drop column former_setting, drop column setting`.execute(
    db,
  )
  await sql`alter table command drop column setting`.execute(db)
}

export const settings = { up, down }
