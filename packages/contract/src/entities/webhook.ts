import Type, { type Static } from 'typebox'
import { deliveryFailures, deliveryStates, webhookEvents, webhookRules } from '../webhook-rules.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

const terms = {
  name: Type.String(webhookRules.name),
  /** https only. */
  url: Type.String(webhookRules.url),
  events: Type.Array(oneOf(webhookEvents), { minItems: 1, maxItems: webhookEvents.length, uniqueItems: true }),
}

export const WebhookInput = object(terms)
export type WebhookInput = Static<typeof WebhookInput>

export const WebhookChange = object({ ...terms, enabled: Type.Boolean() })
export type WebhookChange = Static<typeof WebhookChange>

/** A URL of the account that receives events. */
export const Webhook = object({
  ...WebhookChange.properties,
  id: Id,
  createdAt: Instant,
  /** Since when deliveries fail; null: the last one succeeded. */
  failingSince: Nullable(Instant),
  /** When the service disabled it after failures; null: it did not. */
  stoppedAt: Nullable(Instant),
})
export type Webhook = Static<typeof Webhook>

/** The secret is shown once, here. */
export const NewWebhook = object({ ...Webhook.properties, secret: Type.String() })
export type NewWebhook = Static<typeof NewWebhook>

/** One message to a webhook, with the result of its last attempt. */
export const WebhookDelivery = object({
  id: Id,
  event: oneOf([...webhookEvents, 'test']),
  state: oneOf(deliveryStates),
  createdAt: Instant,
  tries: Type.Integer(),
  /** Of the last attempt; null: none was made, or no answer came. */
  triedAt: Nullable(Instant),
  status: Nullable(Type.Integer()),
  failure: Nullable(oneOf(deliveryFailures)),
  /** Time of the next attempt; null: none. */
  nextAt: Nullable(Instant),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>
