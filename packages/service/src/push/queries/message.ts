import { query, type Session, type Transaction } from '../../database/session.ts'

/**
 * Inserts one row per push device of the account, or for one device. `content`: sealed for the note. Returns how many.
 */
export async function insertPushMessages(
  tx: Transaction,
  note: {
    noteId: string
    accountId: string
    deviceId?: string
    kind: string
    stationId: string | null
    content: Buffer
    now: number
  },
): Promise<number> {
  const { noteId, accountId, deviceId = null, kind, stationId, content, now } = note
  const { rowCount } = await query(
    tx,
    `insert into push_message (id, push_device_id, account_id, note_id, kind, station_id, content, created_at, due_at)
     select gen_random_uuid(), id, account_id, $1, $3, $4, $5, $6, $6 
     from push_device where account_id = $2 and ($7::uuid is null or id = $7)`,
    [noteId, accountId, kind, stationId, content, new Date(now), deviceId],
  )
  return rowCount ?? 0
}

export interface DuePush {
  id: string
  push_device_id: string
  note_id: string
  content: Buffer
  tries: number
  created_at: number
  subscription: Buffer
  /** The account is active and may know the content. */
  is_wanted: boolean
}

/** Leases due messages until `leaseUntil`, at most one per push device. */
export async function takeDuePushes(tx: Transaction, now: number, leaseUntil: number, limit: number) {
  const { rows } = await query<DuePush>(
    tx,
    `with due as (
       select distinct on (push_device_id) id, due_at from push_message
       where content is not null and due_at <= $1 order by push_device_id, due_at, id
     ), taken as (
       update push_message set due_at = $2, tries = tries + 1
       where id in (select id from due order by due_at limit $3) and content is not null and due_at <= $1
       returning id, push_device_id, account_id, note_id, station_id, content, tries, created_at
     )
     select taken.id, taken.push_device_id, taken.note_id, taken.content, taken.tries, taken.created_at, device.subscription,
       exists (select from active_account where active_account.id = taken.account_id)
       and (taken.station_id is null or exists (
         select from station_access reach
         where reach.account_id = taken.account_id and reach.station_id = taken.station_id
           and 'alarms' = any(reach.rights) and (reach.ends_at is null or reach.ends_at > $1)
       )) as is_wanted
     from taken join push_device device on device.id = taken.push_device_id`,
    [new Date(now), new Date(leaseUntil), limit],
  )
  return rows
}

/** Ends a message that was sent or given up; deletes its content. */
export async function endPush(tx: Transaction, id: string): Promise<void> {
  await query(tx, 'update push_message set content = null where id = $1', [id])
}

export async function postponePush(tx: Transaction, id: string, dueAt: number): Promise<void> {
  await query(tx, 'update push_message set due_at = $2 where id = $1', [id, new Date(dueAt)])
}

export async function deleteOldPushes(tx: Transaction, before: number): Promise<void> {
  await query(tx, 'delete from push_message where created_at < $1', [new Date(before)])
}

/** Number of messages about single alarms since `since`, not per device, and when the newest digest was queued. */
export async function countAlarmPushes(db: Session, accountId: string, since: number) {
  const { rows } = await query<{ singles: number; digest_at: number | null }>(
    db,
    `select count(distinct note_id) filter (where kind in ('alarm', 'alarmOver'))::int as singles,
       max(created_at) filter (where kind = 'alarmDigest') as digest_at
     from push_message where account_id = $1 and created_at > $2`,
    [accountId, new Date(since)],
  )
  return rows[0] ?? { singles: 0, digest_at: null }
}
