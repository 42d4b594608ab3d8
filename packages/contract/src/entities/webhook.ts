import Type, { type Static } from 'typebox'
import { deliveryFailures, deliveryStates, webhookEvents, webhookRules } from '../webhook-rules.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

const terms = {
  name: Type.String(webhookRules.name),
  /** https alone. */
  url: Type.String(webhookRules.url),
  events: Type.Array(oneOf(webhookEvents), { minItems: 1, maxItems: webhookEvents.length, uniqueItems: true }),
}

export const WebhookInput = object(terms)
export type WebhookInput = Static<typeof WebhookInput>

export const WebhookChange = object({ ...terms, enabled: Type.Boolean() })
export type WebhookChange = Static<typeof WebhookChange>

/** An address of the own account that is told of events. */
export const Webhook = object({
  ...WebhookChange.properties,
  id: Id,
  createdAt: Instant,
  /** Since when no message was taken; null: the last one was. */
  failingSince: Nullable(Instant),
  /** When the service gave up on it; null: it did not. */
  stoppedAt: Nullable(Instant),
})
export type Webhook = Static<typeof Webhook>

/** The secret is shown once, here. */
export const NewWebhook = object({ ...Webhook.properties, secret: Type.String() })
export type NewWebhook = Static<typeof NewWebhook>

/** One message to an address, with how its last try ended. */
export const WebhookDelivery = object({
  id: Id,
  event: oneOf([...webhookEvents, 'test']),
  state: oneOf(deliveryStates),
  createdAt: Instant,
  tries: Type.Integer(),
  /** Of the last try; nulls: there was none, or no answer came. */
  triedAt: Nullable(Instant),
  status: Nullable(Type.Integer()),
  failure: Nullable(oneOf(deliveryFailures)),
  /** When it is tried next; null: no more. */
  nextAt: Nullable(Instant),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>
