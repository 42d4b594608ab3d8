import { type Kysely, sql } from 'kysely'

/**
 * One event per cause: an inverter's own alarm about a string that the string watch has named is an echo of that; a
 * silent device has an alarm of its own. The basis of a loss is stored with it. All losses become due for
 * recomputation.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alarm
      drop constraint alarm_source_check,
      add constraint alarm_source_check check (source in ('device', 'stringWatch', 'silence')),
      add column is_echo boolean not null default false,
      add column was_late boolean not null default false,
      add column loss_basis text check (loss_basis in ('siblings', 'irradiance', 'daysBefore'))`.execute(db)
  await sql`create index alarm_silence on alarm (device_no) where source = 'silence'`.execute(db)
  await sql`update alarm set losses_at = null where lost_energy_kwh is not null or cleared_at is null`.execute(db)
  await sql`
    update alarm set is_echo = true, lost_energy_kwh = null, lost_income = null
    where source = 'device' and code = 'A3' and exists (select from alarm named
      where named.device_no = alarm.device_no and named.source = 'stringWatch'
        and named.raised_at <= coalesce(alarm.cleared_at, 'infinity')
        and coalesce(named.cleared_at, 'infinity') >= alarm.raised_at)`.execute(db)
  await sql`
    update alarm set group_id = (select group_id from alarm named
      where named.device_no = alarm.device_no and named.source = 'stringWatch'
        and named.raised_at <= coalesce(alarm.cleared_at, 'infinity')
        and coalesce(named.cleared_at, 'infinity') >= alarm.raised_at
      order by named.raised_at, named.string_no limit 1)
    where is_echo`.execute(db)
  await sql`delete from alarm_group where not exists (select from alarm where alarm.group_id = alarm_group.id)`.execute(
    db,
  )
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from alarm where source = 'silence'`.execute(db)
  await sql`
    alter table alarm drop constraint alarm_source_check,
      add constraint alarm_source_check check (source in ('device', 'stringWatch')),
      drop column is_echo, drop column was_late, drop column loss_basis`.execute(db)
}

export const alarmCauses = { up, down }
