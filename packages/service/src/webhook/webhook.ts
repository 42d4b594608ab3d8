import { randomUUID } from 'node:crypto'
import { type NewWebhook, type Webhook, type WebhookChange, type WebhookInput, webhookRules } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { publicOutside } from '../base/outside.ts'
import { Problem } from '../base/problem.ts'
import { seal } from '../base/seal.ts'
import type { Service } from '../base/service.ts'
import { dropWaiting } from './queries/delivery.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhooks,
  insertWebhook,
  updateWebhook,
  type WebhookRow,
} from './queries/webhook.ts'
import { isSendable } from '../base/post.ts'
import { newWebhookSecret } from './signature.ts'

export async function listWebhooks(service: Service, accountId: string): Promise<Webhook[]> {
  return (await findWebhooks(service.db.read, accountId)).map(toWebhook)
}

/**
 * An address that is told from now on; its secret is shown this once. Where its name leads is looked at with each
 * message, not here: that changes.
 * @throws Problem webhook.addressRefused, webhook.tooMany
 */
export async function addWebhook(service: Service, accountId: string, input: WebhookInput): Promise<NewWebhook> {
  const { name, url, events } = input
  requireSendable(service, url)
  const [id, secret] = [randomUUID(), newWebhookSecret()]
  await service.db.transaction(async (tx) => {
    if ((await countWebhooks(tx, accountId)) >= webhookRules.max) throw new Problem('webhook.tooMany')
    const sealed = seal(service.settings.key, id, secret)
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
