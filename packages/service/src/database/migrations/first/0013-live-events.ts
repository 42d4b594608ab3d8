import { type Kysely, sql } from 'kysely'

/** Changed rows of a table as hints: type, and the station or account concerned (else null). */
const byStation = (type: string) => `select distinct '${type}', station_id from changed where station_id is not null`
const stationOfDevice = `
  select distinct 'alarm', device.station_id from changed join device on device.no = changed.device_no
  where device.station_id is not null`
const stationOfGroup = `
  select distinct 'alarm', alarm_group.station_id from changed join alarm_group on alarm_group.id = changed.group_id`
const stationOfCommand = `
  select distinct 'command', command.station_id from changed join command on command.id = changed.command_id`
const access = `select 'access', null::uuid`

/** Triggers send the hints, so that every writer of a row sends them. */
const sources: { table: string; on: ('insert' | 'update' | 'delete')[]; hints: string }[] = [
  { table: 'station_day', on: ['insert', 'update'], hints: byStation('station') },
  { table: 'device', on: ['insert', 'update', 'delete'], hints: byStation('station') },
  { table: 'tariff', on: ['insert', 'update', 'delete'], hints: byStation('station') },
  { table: 'co2_factor', on: ['insert', 'delete'], hints: byStation('station') },
  { table: 'alarm', on: ['insert', 'update', 'delete'], hints: stationOfDevice },
  { table: 'alarm_group', on: ['update'], hints: byStation('alarm') },
  { table: 'alarm_comment', on: ['insert'], hints: stationOfGroup },
  { table: 'alarm_snooze', on: ['insert', 'delete'], hints: byStation('alarm') },
  { table: 'command_device', on: ['insert', 'update'], hints: stationOfCommand },
  { table: 'station', on: ['update'], hints: `select distinct 'station', id from changed` },
  { table: 'station', on: ['insert', 'delete'], hints: access },
  { table: 'station_share', on: ['insert', 'update', 'delete'], hints: access },
  { table: 'sub_account_station', on: ['insert', 'delete'], hints: access },
  { table: 'account', on: ['update', 'delete'], hints: access },
  { table: 'session', on: ['delete'], hints: access },
  {
    table: 'export_task',
    on: ['update'],
    hints: `select distinct 'export', account_id from changed where state in ('done', 'failed')`,
  },
  { table: 'bulletin', on: ['insert', 'update', 'delete'], hints: `select 'bulletin', null::uuid` },
]

const named = sources.map((source, index) => ({ ...source, name: `live_${source.table}_${index}` }))

/** NOTIFY delivers at the commit, equal notices of a transaction once, to every listening instance. */
async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table, on, hints, name } of named) {
    await sql`
      create function ${sql.raw(name)}() returns trigger language plpgsql as $$
      begin
        if exists (select from changed) then
          perform pg_notify('helioport_live', concat_ws(' ', hint.type, hint.id))
          from (${sql.raw(hints)}) hint (type, id);
        end if;
        return null;
      end $$`.execute(db)
    for (const event of on) {
      const rows = event === 'delete' ? 'old' : 'new'
      await sql`
        create trigger ${sql.raw(`${name}_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
          referencing ${sql.raw(rows)} table as changed
          for each statement execute function ${sql.raw(name)}()`.execute(db)
    }
  }
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const { name } of named) await sql`drop function ${sql.raw(name)}() cascade`.execute(db)
}

export const liveEvents = { up, down }
