import { query, type Transaction } from '../../database/session.ts'

export interface EchoRow {
  id: string
  groupId: string
  isEcho: boolean
  /** No other episode is in its group. */
  isAlone: boolean
  /** Group of the string or tracker that a watch names at the same time, of several the first; null: none. */
  namedGroupId: string | null
}

/** Alarms A3 that these devices raised themselves and that are, or were, an echo. */
export async function findEchoes(tx: Transaction, deviceNos: readonly number[]): Promise<EchoRow[]> {
  const { rows } = await query<EchoRow>(
    tx,
    `select own.id, own.group_id as "groupId", own.is_echo as "isEcho", named.group_id as "namedGroupId",
       not exists (select from alarm other where other.group_id = own.group_id and other.id <> own.id) as "isAlone"
     from alarm own
     join device_latest on device_latest.device_no = own.device_no
     cross join lateral (select make_interval(secs => greatest(600, 2 * device_latest.interval_s)) as by) near
     left join lateral (
       select group_id from alarm watched
       where watched.device_no = own.device_no and watched.source in ('stringWatch', 'trackerWatch')
         and watched.raised_at <= coalesce(own.cleared_at, 'infinity') + near.by
         and coalesce(watched.cleared_at, 'infinity') >= own.raised_at - near.by
       order by watched.raised_at, watched.string_no, watched.mppt_no limit 1
     ) named on true
     where own.device_no = any($1::integer[]) and own.source = 'device' and own.code = 'A3'
       and (own.is_echo or named.group_id is not null)
     order by own.raised_at`,
    [deviceNos],
  )
  return rows
}

/** Copies notice, acknowledgement and assignee of one group to another, where that has none of its own. */
export async function copyGroupCare(tx: Transaction, from: string, to: string): Promise<void> {
  await query(
    tx,
    `update alarm_group set noticed_at = coalesce(alarm_group.noticed_at, former.noticed_at),
       acknowledged_at = coalesce(alarm_group.acknowledged_at, former.acknowledged_at),
       acknowledged_by = coalesce(alarm_group.acknowledged_by, former.acknowledged_by),
       assignee_id = coalesce(alarm_group.assignee_id, former.assignee_id)
     from alarm_group former where former.id = $1 and alarm_group.id = $2 and former.id <> alarm_group.id`,
    [from, to],
  )
}

export async function setEcho(tx: Transaction, id: string, groupId: string, isEcho: boolean): Promise<void> {
  await query(
    tx,
    `update alarm set group_id = $2, is_echo = $3, lost_energy_kwh = null, lost_income = null, loss_basis = null,
       losses_at = null where id = $1`,
    [id, groupId, isEcho],
  )
}
