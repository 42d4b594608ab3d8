import type { AlarmCode } from '@helioport/contract'
import { query, type Transaction } from '../../database/session.ts'

export interface GroupedAlarm {
  id: string
  groupId: string
  code: AlarmCode
  raisedAt: number
  /** Interval in which its device sends, s. */
  intervalS: number
  /** The group was noticed, acknowledged or assigned. */
  known: boolean
}

/** Episodes of a station with one of these codes, by time. */
export async function findGroupedAlarms(
  tx: Transaction,
  stationId: string,
  codes: readonly AlarmCode[],
  stretch: { from: number; to: number },
): Promise<GroupedAlarm[]> {
  const { rows } = await query<GroupedAlarm>(
    tx,
    `select alarm.id, group_id as "groupId", alarm.code, raised_at as "raisedAt",
       coalesce((select interval_s from device_latest where device_latest.device_no = alarm.device_no), 0) as "intervalS",
       noticed_at is not null or acknowledged_at is not null or assignee_id is not null as known
     from alarm join alarm_group on alarm_group.id = alarm.group_id
     where alarm_group.station_id = $1 and alarm.code = any($2::text[]) and raised_at between $3 and $4
     order by raised_at, alarm.id`,
    [stationId, codes, new Date(stretch.from), new Date(stretch.to)],
  )
  return rows
}

/** Inserts a group that was split off, with notice, acknowledgement and assignee of the former group. */
export async function insertGroupLike(tx: Transaction, id: string, like: string): Promise<void> {
  await query(
    tx,
    `insert into alarm_group (id, station_id, code, acknowledged_at, acknowledged_by, assignee_id, noticed_at)
     select $1, station_id, code, acknowledged_at, acknowledged_by, assignee_id, noticed_at
     from alarm_group where id = $2`,
    [id, like],
  )
}

export async function moveToGroup(tx: Transaction, alarmIds: readonly string[], groupId: string): Promise<void> {
  await query(tx, 'update alarm set group_id = $2 where id = any($1::uuid[])', [alarmIds, groupId])
}

export async function moveComments(tx: Transaction, from: readonly string[], to: string): Promise<void> {
  await query(tx, 'update alarm_comment set group_id = $2 where group_id = any($1::uuid[])', [from, to])
}

export async function deleteEmptyGroups(tx: Transaction, ids: readonly string[]): Promise<void> {
  await query(
    tx,
    `delete from alarm_group where id = any($1::uuid[])
       and not exists (select from alarm where alarm.group_id = alarm_group.id)`,
    [ids],
  )
}
