import { randomUUID } from 'node:crypto'
import type { WebhookDelivery } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { countAttempt } from '../account/proof/throttle.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { messageOf } from './message.ts'
import { type DeliveryRow, findDeliveries, insertDelivery, repeatDelivery } from './queries/delivery.ts'
import { ownWebhook } from './webhook.ts'

/** @throws Problem notFound */
export async function listDeliveries(service: Service, accountId: string, webhookId: string, page: PageQuery) {
  await ownWebhook(service, accountId, webhookId)
  const { rows, total } = await findDeliveries(service.db.read, webhookId, windowOf(page))
  return { data: rows.map(toDelivery), total }
}

/**
 * Queues a test message; the log shows its outcome.
 * @throws Problem notFound, webhook.off, request.tooMany
 */
export async function sendTest(service: Service, accountId: string, webhookId: string): Promise<WebhookDelivery> {
  await requireOn(service, accountId, webhookId)
  await countAttempt(service, 'webhookTest', webhookId)
  const [id, now] = [randomUUID(), service.now()]
  const body = messageOf('test', now, {})
  await service.db.transaction((tx) =>
    insertDelivery(tx, { id, webhookId, event: 'test', stationId: null, right: null, body, now }),
  )
  const { rows } = await findDeliveries(service.db.read, webhookId, { limit: 200, offset: 0 })
  const made = rows.find((row) => row.id === id)
  if (!made) throw new Problem('notFound')
  return toDelivery(made)
}

/** @throws Problem notFound, webhook.off */
export async function repeat(
  service: Service,
  accountId: string,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  await requireOn(service, accountId, webhookId)
  const row = await service.db.transaction((tx) => repeatDelivery(tx, webhookId, deliveryId, service.now()))
  if (!row) throw new Problem('notFound')
  return toDelivery(row)
}

async function requireOn(service: Service, accountId: string, webhookId: string): Promise<void> {
  const { enabled } = await ownWebhook(service, accountId, webhookId)
  if (!enabled) throw new Problem('webhook.off')
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    event: row.event,
    state: row.state,
    createdAt: iso(row.created_at),
    tries: row.tries,
    triedAt: row.tried_at === null ? null : iso(row.tried_at),
    status: row.status,
    failure: row.failure,
    nextAt: row.state === 'waiting' ? iso(row.due_at) : null,
  }
}
