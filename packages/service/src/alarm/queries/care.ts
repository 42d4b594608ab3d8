import type { AlarmSnoozeInput } from '@helioport/contract'
import { accessOf } from '../../access/queries/access.ts'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

/** `by` null: takes the acknowledgement back. */
export async function updateAcknowledgement(tx: Transaction, groupId: string, by: string | null, now: number) {
  await builder(tx)
    .updateTable('alarm_group')
    .set({ acknowledged_by: by, acknowledged_at: by === null ? null : new Date(now) })
    .where('id', '=', groupId)
    .execute()
}

export async function updateAssignee(tx: Transaction, groupId: string, accountId: string | null) {
  await builder(tx).updateTable('alarm_group').set({ assignee_id: accountId }).where('id', '=', groupId).execute()
}

/** Accounts that see alarms of the station at `now`. */
export async function findAssignees(db: Session, stationId: string, now: number) {
  return builder(db)
    .selectFrom('station_access')
    .innerJoin('account', 'account.id', 'station_access.account_id')
    .innerJoin('active_account', 'active_account.id', 'account.id')
    .select(['account.id', 'account.user_name', 'account.nickname'])
    .distinct()
    .where('station_access.station_id', '=', stationId)
    .where((where) => where('station_access.rights', '@>', where.val(['alarms' as const])))
    .where((where) =>
      where.or([where('station_access.ends_at', 'is', null), where('station_access.ends_at', '>', instant(now))]),
    )
    .orderBy('account.user_name')
    .execute()
}

export async function findComments(db: Session, groupId: string, page: { limit: number; offset: number }) {
  const found = builder(db).selectFrom('alarm_comment').where('group_id', '=', groupId)
  const rows = await found.selectAll().orderBy('at').orderBy('id').limit(page.limit).offset(page.offset).execute()
  const { total } = await found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function insertComment(
  tx: Transaction,
  comment: { groupId: string; accountId: string; userName: string; text: string; now: number },
) {
  return builder(tx)
    .insertInto('alarm_comment')
    .values({
      group_id: comment.groupId,
      account_id: comment.accountId,
      user_name: comment.userName,
      text: comment.text,
      at: new Date(comment.now),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Snoozes of the account that count at `now`, at stations that it still sees. */
export async function findSnoozes(
  db: Session,
  accountId: string,
  now: number,
  page: { limit: number; offset: number },
  id?: string,
) {
  const found = builder(db)
    .selectFrom('alarm_snooze')
    .innerJoin('station', 'station.id', 'alarm_snooze.station_id')
    .leftJoin('device', 'device.id', 'alarm_snooze.device_id')
    .where('alarm_snooze.account_id', '=', accountId)
    .where('until', '>', instant(now))
    .where('station.id', 'in', accessOf(db, accountId, now).select('station_access.station_id'))
    .$if(id !== undefined, (query) => query.where('alarm_snooze.id', '=', id ?? ''))
  const rows = await found
    .selectAll('alarm_snooze')
    .select(['station.name as station_name', 'device.name as device_name'])
    .orderBy('until')
    .orderBy('alarm_snooze.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function upsertSnooze(tx: Transaction, accountId: string, input: AlarmSnoozeInput): Promise<string> {
  const until = new Date(input.until)
  const { id } = await builder(tx)
    .insertInto('alarm_snooze')
    .values({
      account_id: accountId,
      station_id: input.stationId,
      device_id: input.deviceId,
      code: input.code,
      until,
    })
    .onConflict((on) => on.columns(['account_id', 'station_id', 'device_id', 'code']).doUpdateSet({ until }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteSnooze(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await builder(tx)
    .deleteFrom('alarm_snooze')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function liesAt(db: Session, deviceId: string, stationId: string): Promise<boolean> {
  const row = await builder(db)
    .selectFrom('device')
    .select('id')
    .where('id', '=', deviceId)
    .where('station_id', '=', stationId)
    .executeTakeFirst()
  return row !== undefined
}
