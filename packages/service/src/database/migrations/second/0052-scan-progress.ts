import { type Kysely, sql } from 'kysely'

/** Progress of a scan, a person's request to stop it, and the irradiance before and after it. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table command_device
      add column scanned_strings smallint,
      add column all_strings smallint,
      add column stop_asked boolean not null default false`.execute(db)
  await sql`
    alter table iv_scan
      add column irradiance_before_wm2 real,
      add column irradiance_after_wm2 real,
      add column is_whole boolean not null default true`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table iv_scan drop column is_whole, drop column irradiance_after_wm2, drop column irradiance_before_wm2`.execute(
    db,
  )
  await sql`
    alter table command_device drop column stop_asked, drop column all_strings, drop column scanned_strings`.execute(db)
}

export const scanProgress = { up, down }
