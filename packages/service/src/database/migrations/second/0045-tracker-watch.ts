import { type Kysely, sql } from 'kysely'

/** Findings of the tracker watch, at stations that enabled it; `mppt_no` is the tracker. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alarm
      drop constraint alarm_source_check,
      add constraint alarm_source_check check (source in ('device', 'stringWatch', 'trackerWatch', 'silence')),
      add column mppt_no smallint not null default 0,
      drop constraint alarm_episode,
      add constraint alarm_episode unique (device_no, code, source, string_no, mppt_no, raised_at)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from alarm where source = 'trackerWatch'`.execute(db)
  await sql`delete from alarm_group where not exists (select from alarm where alarm.group_id = alarm_group.id)`.execute(
    db,
  )
  await sql`
    alter table alarm
      drop constraint alarm_source_check,
      add constraint alarm_source_check check (source in ('device', 'stringWatch', 'silence')),
      drop constraint alarm_episode,
      drop column mppt_no,
      add constraint alarm_episode unique (device_no, code, source, string_no, raised_at)`.execute(db)
}

export const trackerWatch = { up, down }
