import { randomUUID } from 'node:crypto'
import type { PushDeviceInput } from '@helioport/contract'
import { post } from '../base/post.ts'
import { seal, unseal } from '../base/seal.ts'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import { pushKeys, type PushKeys } from './key.ts'
import { outsideOf } from './outside.ts'
import { forgetPushDevice, noteReached, noteUnreached } from './queries/device.ts'
import { deleteOldPushes, type DuePush, endPush, insertPushMessages, postponePush, takeDuePushes } from './queries/message.ts' // prettier-ignore
import { lifeS, type PushNote, pushRequest } from './request.ts'

const s = 1_000
const minute = 60 * s
const hour = 60 * minute
const pausesMs = [30 * s, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour]
/** Lease of a message: if this instance dies, another takes the message over after this time. */
const leaseMs = minute
const atOnce = 32
const mostTurns = 20
const keptMs = 7 * 24 * hour

/** Queues a message to all push devices of an account, or to one, in `tx`. */
export async function queuePush(
  { settings, now }: Service,
  tx: Transaction,
  to: { accountId: string; deviceId?: string; kind: string; stationId: string | null },
  note: PushNote,
): Promise<number> {
  const noteId = randomUUID()
  const content = seal(settings.key, noteId, JSON.stringify(note))
  return insertPushMessages(tx, { ...to, noteId, content, now: now() })
}

/** Sends due messages. A failed one is retried with growing pauses for a day. A job. */
export async function deliverPushes(service: Service): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const now = service.now()
    const due = await service.db.transaction((tx) => takeDuePushes(tx, now, now + leaseMs, atOnce))
    if (due.length === 0) return
    const keys = pushKeys(service.settings)
    await Promise.all(due.map((each) => deliver(service, keys, each)))
  }
}

/** A job. */
export async function forgetPushes(service: Service): Promise<void> {
  await service.db.transaction((tx) => deleteOldPushes(tx, service.now() - keptMs))
}

async function deliver(service: Service, keys: PushKeys, due: DuePush): Promise<void> {
  const { db, settings } = service
  if (!due.is_wanted) return db.transaction((tx) => endPush(tx, due.id))
  const opened = open(settings.key, due)
  // The service's key has changed: the subscription cannot be decrypted any more.
  if (opened === null) return db.transaction((tx) => forgetPushDevice(tx, due.push_device_id))
  const { subscription, note } = opened
  const { headers, body } = pushRequest(service, keys, subscription, note)
  const { endpoint } = subscription
  const { status, failure } = await post(outsideOf(service, endpoint), endpoint, headers, body)
  await db.transaction((tx) => settle(service, tx, due, failure === null, status))
}

function open(key: Buffer, due: DuePush) {
  try {
    const subscription = JSON.parse(unseal(key, due.push_device_id, due.subscription)) as PushDeviceInput
    return { subscription, note: JSON.parse(unseal(key, due.note_id, due.content)) as PushNote }
  } catch {
    return null
  }
}

async function settle({ now }: Service, tx: Transaction, due: DuePush, isTaken: boolean, status: number | null) {
  const { id, push_device_id: deviceId, tries, created_at } = due
  if (isTaken) {
    await noteReached(tx, deviceId, now())
    return endPush(tx, id)
  }
  // The subscription has ended (RFC 8030, 7.3).
  if (status === 404 || status === 410) return forgetPushDevice(tx, deviceId)
  await noteUnreached(tx, deviceId, now())
  const pause = pausesMs[tries - 1]
  // A message that is refused as invalid is not retried.
  const isRefused = status !== null && status >= 400 && status < 500 && status !== 429 && status !== 408
  if (isRefused || pause === undefined || now() - created_at + pause > lifeS * s) return endPush(tx, id)
  return postponePush(tx, id, now() + pause)
}
