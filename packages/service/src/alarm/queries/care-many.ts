import type { AlarmCode } from '@helioport/contract'
import { sql } from 'kysely'
import { builder, type Session, type Transaction } from '../../database/session.ts'

/** An alarm that a person acts on, with its group, station and device. */
export interface CaredAlarm {
  id: string
  group_id: string
  station_id: string
  device_id: string
  code: AlarmCode
}

export async function findCared(db: Session, alarmIds: readonly string[]): Promise<CaredAlarm[]> {
  return builder(db)
    .selectFrom('alarm')
    .innerJoin('alarm_group', 'alarm_group.id', 'alarm.group_id')
    .innerJoin('device', 'device.no', 'alarm.device_no')
    .select(['alarm.id', 'alarm.group_id', 'alarm_group.station_id', 'device.id as device_id', 'alarm.code'])
    .where('alarm.id', '=', sql<string>`any(${alarmIds}::uuid[])`)
    .execute()
}

/** A group that is acknowledged already keeps its account. `by` null: takes the acknowledgements back. */
export async function acknowledgeGroups(tx: Transaction, groupIds: readonly string[], by: string | null, now: number) {
  await builder(tx)
    .updateTable('alarm_group')
    .set({ acknowledged_by: by, acknowledged_at: by === null ? null : new Date(now) })
    .where('id', '=', sql<string>`any(${groupIds}::uuid[])`)
    .where('acknowledged_at', by === null ? 'is not' : 'is', null)
    .execute()
}

export async function assignGroups(tx: Transaction, groupIds: readonly string[], accountId: string | null) {
  await builder(tx)
    .updateTable('alarm_group')
    .set({ assignee_id: accountId })
    .where('id', '=', sql<string>`any(${groupIds}::uuid[])`)
    .execute()
}

export async function commentGroups(
  tx: Transaction,
  groupIds: readonly string[],
  comment: { key: string; accountId: string; userName: string; text: string; now: number },
) {
  const { key, accountId, userName, text, now } = comment
  await builder(tx)
    .insertInto('alarm_comment')
    .values(
      groupIds.map((groupId) => ({
        group_id: groupId,
        account_id: accountId,
        user_name: userName,
        text,
        key,
        at: new Date(now),
      })),
    )
    .onConflict((on) => on.columns(['group_id', 'account_id', 'key']).where('key', 'is not', null).doNothing())
    .execute()
}
