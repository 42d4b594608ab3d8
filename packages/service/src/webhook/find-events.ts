import { randomUUID } from 'node:crypto'
import { isSilence, type AlarmCode, type StationRight, type WebhookEvent } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import { messageOf } from './message.ts'
import { countWaiting, insertDelivery } from './queries/delivery.ts'
import {
  countSilent,
  findAlarmGroup,
  findCommand,
  findListeners,
  findPendingShare,
  findSentState,
  type Hint,
  setSentState,
  takeHints,
} from './queries/event.ts'

const perTurn = 200
const mostTurns = 25
/** Older events, which come from late data, are not sent; a silence is sent however long it has lasted. */
const newsMs = 6 * 3_600_000
/** Most waiting messages per address. */
const maxWaiting = 1_000

interface Happening {
  event: WebhookEvent
  /** When it happened, epoch ms. */
  at: number
  of: { stationId: string; right: StationRight } | { accountId: string }
  data: object
}

/**
 * Turns hints into messages. Hints, told states and messages change in one transaction: if the process dies, the hints
 * stay for the next run, and no event is sent twice. A job.
 */
export async function findEvents(service: Service): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const taken = await service.db.transaction(async (tx) => {
      const hints = await takeHints(tx, perTurn)
      for (const hint of hints)
        for (const happening of await happeningsOf(tx, hint, service.now())) await tell(tx, happening, service.now())
      return hints.length
    })
    if (taken < perTurn) return
  }
}

async function happeningsOf(tx: Transaction, { kind, thing_id }: Hint, now: number): Promise<Happening[]> {
  if (kind === 'alarm') return ofAlarm(tx, thing_id, now)
  return kind === 'command' ? ofCommand(tx, thing_id, now) : ofShare(tx, thing_id, now)
}

async function ofAlarm(tx: Transaction, groupId: string, now: number): Promise<Happening[]> {
  const alarm = await findAlarmGroup(tx, groupId)
  if (!alarm) return []
  const { code, station_id: stationId, station_name: stationName, raised_at, cleared_at } = alarm
  const isQuiet = isSilence(code as AlarmCode)
  const told = isQuiet
    ? await ofStation(tx, { stationId, stationName, raisedAt: raised_at, clearedAt: cleared_at }, now)
    : []
  if (!(await setSentState(tx, 'alarm', groupId, cleared_at === null ? 'open' : 'cleared', now))) return told
  const at = cleared_at ?? raised_at
  if (now - at > newsMs && !(isQuiet && cleared_at === null)) return told
  const data = {
    alarmId: alarm.alarm_id,
    groupId,
    code,
    stationId,
    stationName,
    deviceIds: alarm.device_ids,
    raisedAt: iso(raised_at),
    clearedAt: cleared_at === null ? null : iso(cleared_at),
  }
  const event = cleared_at === null ? 'alarm.raised' : 'alarm.cleared'
  return [...told, { event, at, of: { stationId, right: 'alarms' }, data }]
}

/** A station is offline while all of its devices are silent, and online as soon as one of them is not. */
async function ofStation(
  tx: Transaction,
  silence: { stationId: string; stationName: string; raisedAt: number; clearedAt: number | null },
  now: number,
): Promise<Happening[]> {
  const { stationId, stationName, raisedAt, clearedAt } = silence
  const { devices, silent } = await countSilent(tx, stationId)
  const isOffline = devices > 0 && silent === devices
  // `station.online` is sent only after `station.offline`.
  if (!isOffline && (await findSentState(tx, 'station', stationId)) !== 'offline') return []
  if (!(await setSentState(tx, 'station', stationId, isOffline ? 'offline' : 'online', now))) return []
  const at = isOffline ? raisedAt : (clearedAt ?? now)
  const event = isOffline ? 'station.offline' : 'station.online'
  return [{ event, at, of: { stationId, right: 'view' }, data: { stationId, stationName, since: iso(at) } }]
}

async function ofCommand(tx: Transaction, commandId: string, now: number): Promise<Happening[]> {
  const command = await findCommand(tx, commandId)
  if (!command || command.is_open || !(await setSentState(tx, 'command', commandId, 'finished', now))) return []
  const { kind, station_id: stationId, station_name: stationName, devices } = command
  const data = { commandId, kind, stationId, stationName, devices }
  return [{ event: 'command.finished', at: now, of: { stationId, right: 'view' }, data }]
}

async function ofShare(tx: Transaction, shareId: string, now: number): Promise<Happening[]> {
  const share = await findPendingShare(tx, shareId)
  if (!share) return []
  const { account_id: accountId, created_at: createdAt, rights } = share
  if (!(await setSentState(tx, 'share', shareId, `${accountId} ${createdAt}`, now))) return []
  const data = {
    incomingShareId: shareId,
    stationId: share.station_id,
    stationName: share.station_name,
    ownerUserName: share.owner_name,
    rights,
  }
  return [{ event: 'share.received', at: createdAt, of: { accountId }, data }]
}

async function tell(tx: Transaction, { event, at, of, data }: Happening, now: number): Promise<void> {
  const body = messageOf(event, at, data)
  const place = 'accountId' in of ? { stationId: null, right: null } : of
  for (const { id: webhookId } of await findListeners(tx, event, of, now)) {
    if ((await countWaiting(tx, webhookId)) >= maxWaiting) continue
    await insertDelivery(tx, { id: randomUUID(), webhookId, event, ...place, body, now })
  }
}
