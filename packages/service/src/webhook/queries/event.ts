import type { StationRight, WebhookEvent } from '@helioport/contract'
import { query, type Session, type Transaction } from '../../database/session.ts'

export interface Hint {
  kind: 'alarm' | 'command' | 'share'
  thing_id: string
}

/** Deletes and returns the oldest hints; a rollback restores them. */
export async function takeHints(tx: Transaction, limit: number): Promise<Hint[]> {
  const { rows } = await query<Hint>(
    tx,
    `with taken as (
       delete from webhook_hint where id in (
         select id from webhook_hint order by id limit $1 for update skip locked
       ) returning id, kind, thing_id
     )
     select kind, thing_id from taken group by kind, thing_id order by min(id)`,
    [limit],
  )
  return rows
}

/** Stores the state last told of a thing; returns whether it changed or is new. */
export async function setSentState(tx: Transaction, kind: string, thingId: string, state: string, now: number) {
  const { rows } = await query<{ kind: string }>(
    tx,
    `insert into webhook_told (kind, thing_id, state, at) values ($1, $2, $3, $4)
     on conflict (kind, thing_id) do update set state = excluded.state, at = excluded.at
       where webhook_told.state <> excluded.state
     returning kind`,
    [kind, thingId, state, new Date(now)],
  )
  return rows.length > 0
}

export async function findSentState(db: Session, kind: string, thingId: string): Promise<string | null> {
  const { rows } = await query<{ state: string }>(
    db,
    'select state from webhook_told where kind = $1 and thing_id = $2',
    [kind, thingId],
  )
  return rows[0]?.state ?? null
}

interface AlarmGroupNow {
  group_id: string
  alarm_id: string
  code: string
  station_id: string
  station_name: string
  raised_at: number
  /** Null: at least one of its alarms is open. */
  cleared_at: number | null
  device_ids: string[]
}

/** The current state of an alarm group without echoes; undefined: the group is gone. */
export async function findAlarmGroup(db: Session, groupId: string): Promise<AlarmGroupNow | undefined> {
  const { rows } = await query<AlarmGroupNow>(
    db,
    `select alarm_group.id as group_id, (array_agg(alarm.id order by alarm.raised_at, alarm.id))[1] as alarm_id,
       alarm_group.code, station.id as station_id, station.name as station_name, min(alarm.raised_at) as raised_at,
       case when bool_or(alarm.cleared_at is null) then null else max(alarm.cleared_at) end as cleared_at,
       array_agg(distinct device.id::text) as device_ids
     from alarm_group
     join station on station.id = alarm_group.station_id
     join alarm on alarm.group_id = alarm_group.id and not alarm.is_echo
     join device on device.no = alarm.device_no
     where alarm_group.id = $1 group by alarm_group.id, station.id`,
    [groupId],
  )
  return rows[0]
}

/** The number of a station's devices, and of its silent devices. */
export async function countSilent(db: Session, stationId: string): Promise<{ devices: number; silent: number }> {
  const { rows } = await query<{ devices: number; silent: number }>(
    db,
    `select count(*)::int as devices, count(*) filter (where exists (
       select from alarm where device_no = device.no and source = 'silence' and cleared_at is null))::int as silent
     from device where station_id = $1 and removed_at is null`,
    [stationId],
  )
  return rows[0] ?? { devices: 0, silent: 0 }
}

interface CommandNow {
  id: string
  kind: string
  station_id: string
  station_name: string
  is_open: boolean
  devices: { deviceId: string; state: string; reason: string | null }[]
}

export async function findCommand(db: Session, commandId: string): Promise<CommandNow | undefined> {
  const { rows } = await query<CommandNow>(
    db,
    `select command.id, command.kind, station.id as station_id, station.name as station_name,
       bool_or(part.is_open) as is_open,
       jsonb_agg(jsonb_build_object('deviceId', device.id, 'state', part.state, 'reason', part.reason)
         order by part.position) as devices
     from command
     join station on station.id = command.station_id
     join command_device part on part.command_id = command.id
     join device on device.no = part.device_no
     where command.id = $1 group by command.id, station.id`,
    [commandId],
  )
  return rows[0]
}

interface ShareNow {
  id: string
  account_id: string
  rights: string[]
  station_id: string
  station_name: string
  owner_name: string
  created_at: number
}

/** A share that its account has not accepted yet. */
export async function findPendingShare(db: Session, shareId: string): Promise<ShareNow | undefined> {
  const { rows } = await query<ShareNow>(
    db,
    `select share.id, share.account_id, share.rights, share.created_at, station.id as station_id,
       station.name as station_name, owner.user_name as owner_name
     from station_share share
     join station on station.id = share.station_id
     join account owner on owner.id = station.account_id
     where share.id = $1 and share.account_id is not null and share.accepted_at is null and share.declined_at is null`,
    [shareId],
  )
  return rows[0]
}

/** Addresses that want an event: of accounts that have the right at the station now, or of the given account. */
export async function findListeners(
  db: Session,
  event: WebhookEvent,
  of: { stationId: string; right: StationRight } | { accountId: string },
  now: number,
): Promise<{ id: string }[]> {
  const { rows } = await query<{ id: string }>(
    db,
    `select webhook.id from webhook
     where enabled and $1 = any(events) and account_id in (select id from active_account)
       and case when $2::uuid is not null then account_id = $2 else exists (
         select from station_access reach
         where reach.account_id = webhook.account_id and reach.station_id = $3 and $4 = any(reach.rights)
           and (reach.ends_at is null or reach.ends_at > $5)
       ) end
     order by webhook.id`,
    'accountId' in of
      ? [event, of.accountId, null, null, new Date(now)]
      : [event, null, of.stationId, of.right, new Date(now)],
  )
  return rows
}
