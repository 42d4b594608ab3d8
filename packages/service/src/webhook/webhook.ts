import { randomUUID } from 'node:crypto'
import { type NewWebhook, type Webhook, type WebhookChange, type WebhookInput, webhookRules } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { publicOutside } from '../base/outside.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { dropWaiting } from './queries/delivery.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhooks,
  findSecret,
  insertWebhook,
  updateSecret,
  updateWebhook,
  type WebhookRow,
} from './queries/webhook.ts'
import { isSendable } from '../base/post.ts'
import { sealRenewed, sealSecret } from './secrets.ts'
import { newWebhookSecret } from './signature.ts'

export async function listWebhooks(service: Service, accountId: string): Promise<Webhook[]> {
  return (await findWebhooks(service.db.read, accountId)).map(toWebhook)
}

/**
 * Adds an address; its secret is shown only this once. Its host name is resolved and checked at each delivery, not
 * here: DNS can change.
 * @throws Problem webhook.addressRefused, webhook.tooMany
 */
export async function addWebhook(service: Service, accountId: string, input: WebhookInput): Promise<NewWebhook> {
  const { name, url, events } = input
  requireSendable(service, url)
  const [id, secret] = [randomUUID(), newWebhookSecret()]
  await service.db.transaction(async (tx) => {
    if ((await countWebhooks(tx, accountId)) >= webhookRules.max) throw new Problem('webhook.tooMany')
    const sealed = sealSecret({ key: service.settings.key, webhookId: id }, secret)
    await insertWebhook(tx, { id, accountId, name, url, events, secret: sealed, now: service.now() })
  })
  return { ...(await ownWebhook(service, accountId, id)), secret }
}

/** @throws Problem notFound, webhook.addressRefused */
export async function changeWebhook(
  service: Service,
  accountId: string,
  webhookId: string,
  change: WebhookChange,
): Promise<Webhook> {
  requireSendable(service, change.url)
  await service.db.transaction(async (tx) => {
    if (!(await updateWebhook(tx, { accountId, webhookId }, change))) throw new Problem('notFound')
    if (!change.enabled) await dropWaiting(tx, webhookId)
  })
  return ownWebhook(service, accountId, webhookId)
}

/**
 * Replaces the secret, which is shown only this once; the former one stays valid for a day.
 * @throws Problem notFound
 */
export async function renewSecret(service: Service, accountId: string, webhookId: string): Promise<NewWebhook> {
  const secret = newWebhookSecret()
  await service.db.transaction(async (tx) => {
    const sealed = await findSecret(tx, accountId, webhookId)
    if (!sealed) throw new Problem('notFound')
    const place = { key: service.settings.key, webhookId }
    await updateSecret(tx, webhookId, sealRenewed(place, sealed, secret, service.now()))
  })
  return { ...(await ownWebhook(service, accountId, webhookId)), secret }
}

/** @throws Problem notFound */
export async function removeWebhook(service: Service, accountId: string, webhookId: string): Promise<void> {
  const isGone = await service.db.transaction((tx) => deleteWebhook(tx, accountId, webhookId))
  if (!isGone) throw new Problem('notFound')
}

/** @throws Problem notFound */
export async function ownWebhook(service: Service, accountId: string, webhookId: string): Promise<Webhook> {
  const [row] = await findWebhooks(service.db.read, accountId, webhookId)
  if (!row) throw new Problem('notFound')
  return toWebhook(row)
}

function requireSendable({ outside = publicOutside }: Service, url: string): void {
  if (!isSendable(outside, url)) throw new Problem('webhook.addressRefused')
}

const maybeIso = (at: number | null) => (at === null ? null : iso(at))

function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    enabled: row.enabled,
    createdAt: iso(row.created_at),
    failingSince: maybeIso(row.failing_since),
    stoppedAt: maybeIso(row.stopped_at),
  }
}
