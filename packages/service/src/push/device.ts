import { randomUUID } from 'node:crypto'
import { directionOf, mailLocaleOf, paths, type PushDevice, type PushDeviceInput, pushRules } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { countAttempt } from '../account/proof/throttle.ts'
import { findAccount } from '../account/queries/account.ts'
import { shortAgent } from '../account/user-agent.ts'
import { isSendable } from '../base/post.ts'
import { Problem } from '../base/problem.ts'
import { seal } from '../base/seal.ts'
import { hashSecret } from '../base/secret.ts'
import type { Service } from '../base/service.ts'
import { wordIn } from '../message/word.ts'
import { outsideOf } from './outside.ts'
import { countOtherDevices, deletePushDevice, findPushDevices, type PushDeviceRow, replacePushDevice } from './queries/device.ts' // prettier-ignore
import { isKeyOfBrowser } from './request.ts'
import { queuePush } from './send.ts'

export async function listPushDevices(service: Service, accountId: string): Promise<PushDevice[]> {
  return (await findPushDevices(service.db.read, accountId)).map(toPushDevice)
}

/**
 * Adds a browser that is sent alarms. The host of its address is resolved and checked at each message: DNS can change.
 * @throws Problem push.addressRefused, push.tooMany, request.tooMany, request.invalid
 */
export async function addPushDevice(
  service: Service,
  accountId: string,
  subscription: PushDeviceInput,
  userAgent: string,
): Promise<PushDevice> {
  const { endpoint } = subscription
  if (!isSendable(outsideOf(service, endpoint), endpoint)) throw new Problem('push.addressRefused')
  await countAttempt(service, 'pushDevice', accountId)
  if (!isKeyOfBrowser(subscription)) throw new Problem('request.invalid')
  const [id, endpointHash] = [randomUUID(), hashSecret(endpoint)]
  const sealed = seal(service.settings.key, id, JSON.stringify(subscription))
  await service.db.transaction(async (tx) => {
    if ((await countOtherDevices(tx, accountId, endpointHash)) >= pushRules.max) throw new Problem('push.tooMany')
    const name = shortAgent(userAgent)
    await replacePushDevice(tx, { id, accountId, name, endpointHash, subscription: sealed, now: service.now() })
  })
  const made = (await listPushDevices(service, accountId)).find((device) => device.id === id)
  if (!made) throw new Problem('conflict')
  return made
}

/** @throws Problem notFound */
export async function removePushDevice(service: Service, accountId: string, deviceId: string): Promise<void> {
  const isGone = await service.db.transaction((tx) => deletePushDevice(tx, accountId, deviceId))
  if (!isGone) throw new Problem('notFound')
}

/** Sends a sample alarm to one push device. @throws Problem notFound, request.tooMany */
export async function tryPushDevice(service: Service, accountId: string, deviceId: string): Promise<void> {
  const own = await findPushDevices(service.db.read, accountId)
  if (!own.some(({ id }) => id === deviceId)) throw new Problem('notFound')
  await countAttempt(service, 'pushDevice', accountId)
  const { mail_locale: locale } = await findAccount(service.db.read, accountId)
  const say = wordIn(locale)
  const look = { lang: mailLocaleOf(locale), dir: directionOf(locale) }
  const note = { title: say('push.test'), body: say('push.testBody'), url: `/#${paths.setting('notifications')}` }
  const to = { accountId, deviceId, kind: 'test', stationId: null }
  await service.db.transaction((tx) => queuePush(service, tx, to, { ...note, tag: 'push-test', ...look, urgent: true }))
}

const maybeIso = (at: number | null) => (at === null ? null : iso(at))

function toPushDevice(row: PushDeviceRow): PushDevice {
  return {
    id: row.id,
    name: row.name,
    endpointHash: row.endpoint_hash.toString('hex'),
    createdAt: iso(row.created_at),
    lastUsedAt: maybeIso(row.last_used_at),
    failingSince: maybeIso(row.failing_since),
  }
}
