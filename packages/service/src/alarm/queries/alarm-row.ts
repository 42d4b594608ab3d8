import type { AlarmCode, LossBasis } from '@helioport/contract'
import type { Position } from '../../base/page-end.ts'
import { stationLimit } from '../../database/limit.ts'
import { likeOf, query, type Session } from '../../database/session.ts'
import type { AlarmFilter } from './alarm-filter.ts'
import type { AlarmSource } from './frames.ts'

export interface AlarmRow {
  id: string
  group_id: string
  code: AlarmCode
  source: AlarmSource
  string_no: number
  mppt_no: number
  device_no: number
  device_id: string
  device_name: string
  device_serial: string
  mppt_count: number
  string_count: number
  account_id: string
  station_id: string
  station_name: string
  time_zone: string
  latitude: number
  longitude: number
  currency: string
  may_income: boolean
  acknowledged_at: number | null
  acknowledged_by: string | null
  assignee_id: string | null
  assignee_name: string | null
  /** Number of devices of the whole group, or of the one episode. */
  device_count: number
  raised_at: number
  cleared_at: number | null
  lost_energy_kwh: number | null
  lost_income: number | null
  loss_basis: LossBasis | null
  was_late: boolean
  /** Share of the daylight of which the loss is known; null: not worked out, or there was none. */
  loss_share: number | null
  comment_count: number
  snoozed_until: number | null
}

/** Values of the parameters $1 to $14 of the alarms that a filter finds. */
function valuesOf(accountId: string, now: number, filter: AlarmFilter): unknown[] {
  const { state = null, codes = null, stationId = null, deviceId = null, alarmIds = null, groupIds = null } = filter
  const { acknowledged = null, assigned = null, userName, search, from, to } = filter
  return [
    accountId,
    new Date(now),
    codes,
    stationId,
    deviceId,
    alarmIds,
    groupIds,
    acknowledged,
    assigned,
    search ? likeOf(search) : null,
    from === undefined ? null : new Date(from),
    to === undefined ? null : new Date(to),
    state,
    userName ? likeOf(userName) : null,
  ]
}

export interface AlarmPage {
  limit: number
  offset: number
}

export interface FoundAlarms {
  rows: AlarmRow[]
  total: number
  position?: Position | undefined
}

/** Condition that finds the episodes directly by the same values; null: all episodes of the account are read. */
function knownBy({ groupIds, alarmIds, deviceId }: AlarmFilter): string | null {
  if (groupIds !== undefined) return 'group_id = any($7)'
  if (alarmIds !== undefined) return 'id = any($6)'
  return deviceId === undefined ? null : 'device_no = (select no from device where id = $5)'
}

/** Beginning of a statement: `whole` holds what a filter finds, of the values $1 to $15. */
function foundBy(filter: AlarmFilter): string {
  const key = filter.episodes ? 'id' : 'group_id'
  // Few alarms are open among all that ever were: the search starts from these, by an index of their own.
  const among =
    filter.state === 'open' ? 'and alarm.group_id in (select group_id from alarm where cleared_at is null)' : ''
  // From episodes that are found by a key, other tables are joined by theirs, whatever the planner estimates.
  const known = knownBy(filter)
  const source = known === null ? 'alarm' : `(select * from alarm where ${known} offset 0) alarm`
  const joined = (table: string, key: string, is: string) =>
    known === null
      ? `join ${table} on ${table}.${key} = ${is}`
      : `cross join lateral (select * from ${table} where ${key} = ${is} offset 0) ${table}`
  const there =
    known === null
      ? ''
      : `and station_id = any(array(select station_id from alarm_group where id in (select group_id from alarm where ${known})))`
  return `
    with episode as (
      select alarm.id, alarm.group_id, alarm.code, alarm.source, alarm.string_no, alarm.mppt_no, alarm.device_no,
        alarm.raised_at, device.id as device_id, device.name as device_name, device.serial as device_serial, device.mppt_count,
        device.string_count, station.account_id, station.id as station_id, station.name as station_name,
        station.time_zone, station.latitude, station.longitude, station.currency, access.may_income,
        alarm_group.acknowledged_at, alarm_group.acknowledged_by, alarm_group.assignee_id
      from ${source}
      ${joined('alarm_group', 'id', 'alarm.group_id')}
      ${joined('device', 'no', 'alarm.device_no')}
      ${joined('station', 'id', 'alarm_group.station_id')}
      join (
        select station_id, bool_or('income' = any(rights)) as may_income from station_access
        where account_id = $1 and (ends_at is null or ends_at > $2) and 'alarms' = any(rights)
          and ($15::uuid[] is null or station_id = any($15)) and ($4::uuid is null or station_id = $4)
          ${there}
        group by station_id
      ) access on access.station_id = station.id
      where (not alarm.is_echo or alarm.id = any($6)) and ($3::text[] is null or alarm.code = any($3))
        and ($4::uuid is null or station.id = $4)
        and ($5::uuid is null or device.id = $5)
        and ($6::uuid[] is null or alarm.id = any($6))
        and ($7::uuid[] is null or alarm_group.id = any($7))
        and ($8::boolean is null or (alarm_group.acknowledged_at is not null) = $8)
        and ($9::text is null or case $9 when 'me' then alarm_group.assignee_id = $1
          when 'nobody' then alarm_group.assignee_id is null else alarm_group.assignee_id is not null end)
        and ($14::text is null or exists (select from account
          where account.id in (alarm_group.acknowledged_by, alarm_group.assignee_id) and user_name ilike $14))
        and ($10::text is null or alarm.code ilike $10 or device.name ilike $10 or device.serial ilike $10
          or station.name ilike $10)
        and ($11::timestamptz is null or coalesce(alarm.cleared_at, 'infinity') >= $11)
        and ($12::timestamptz is null or alarm.raised_at < $12) ${among}
    ), card as (
      select distinct on (${key}) * from episode order by ${key}, raised_at, device_no, id
    ), whole as (
      select card.*, span.*
      from card cross join lateral (
        select count(distinct device_no) as device_count, min(raised_at) as first_at,
          case when bool_or(cleared_at is null) then null else max(cleared_at) end as cleared_at,
          sum(lost_energy_kwh) as lost_energy_kwh, sum(lost_income) as lost_income,
          mode() within group (order by loss_basis) as loss_basis, bool_and(was_late) as was_late,
          sum(judged_bins)::float8 / nullif(sum(light_bins), 0) as loss_share
        from alarm where alarm.${key} = card.${key} and (not is_echo or alarm.id = any($6))
      ) span
      where $13::text is null or (span.cleared_at is null) = ($13 = 'open')
    )`
}

/** One page found among all episodes that fit. */
export async function findAmongAll(
  db: Session,
  accountId: string,
  now: number,
  filter: AlarmFilter,
  page: AlarmPage,
): Promise<FoundAlarms> {
  const found = foundBy(filter)
  const given = [...valuesOf(accountId, now, filter), stationLimit(db)]
  const { rows } = await query<AlarmRow & { first_at: number; total: number }>(
    db,
    `${found}, page as materialized (
       select whole.*, count(*) over () as total from whole order by first_at desc, id limit $16 offset $17
     )
     select page.*, acknowledger.user_name as acknowledged_by, assignee.user_name as assignee_name,
       (select count(*) from alarm_comment where alarm_comment.group_id = page.group_id) as comment_count,
       (select max(until) from alarm_snooze z where z.account_id = $1 and z.station_id = page.station_id
          and z.code = page.code and until > $2 and (z.device_id is null or z.device_id = page.device_id))
         as snoozed_until
     from page
     left join account acknowledger on acknowledger.id = page.acknowledged_by
     left join account assignee on assignee.id = page.assignee_id
     order by first_at desc, page.id`,
    [...given, page.limit, page.offset],
  )
  const [first] = rows
  return {
    rows: rows.map(({ first_at: raised_at, total: _total, ...row }) => ({ ...row, raised_at })),
    total: first?.total ?? (page.offset === 0 ? 0 : await countAlarms(db, found, given)),
  }
}

/** Ids of what a filter finds: of episodes where the list shows these, else of groups. */
export async function findIds(db: Session, accountId: string, now: number, filter: AlarmFilter): Promise<string[]> {
  const given = [...valuesOf(accountId, now, filter), stationLimit(db)]
  const found = foundBy(filter)
  const key = filter.episodes ? 'id' : 'group_id'
  const { rows } = await query<{ id: string }>(
    db,
    `${found} select ${key} as id from whole order by first_at desc, id`,
    given,
  )
  return rows.map(({ id }) => id)
}

/** Total behind the last page, where no row holds it. */
async function countAlarms(db: Session, found: string, given: unknown[]): Promise<number> {
  const { rows } = await query<{ total: number }>(db, `${found} select count(*) as total from whole`, given)
  return rows[0]?.total ?? 0
}
