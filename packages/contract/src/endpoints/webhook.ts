import Type from 'typebox'
import { Id, object } from '../entities/common.ts'
import { NewWebhook, Webhook, WebhookChange, WebhookDelivery, WebhookInput } from '../entities/webhook.ts'
import { type EndpointSpec, Nothing, page } from './endpoint.ts'

const params = object({ webhookId: Id })

export const webhookEndpoints = {
  'GET /webhooks': {
    access: 'account',
    summary: 'Addresses of the own account that are told of events, newest first',
    reply: Type.Array(Webhook),
    errors: [],
  },
  'POST /webhooks': {
    access: 'account',
    proof: true,
    summary: 'Tell an address (https) of events, signed as Standard Webhooks has it; the secret is shown once',
    body: WebhookInput,
    reply: NewWebhook,
    errors: ['webhook.addressRefused', 'webhook.tooMany'],
  },
  'PUT /webhooks/:webhookId': {
    access: 'account',
    proof: true,
    summary: 'Change an address, its events, or whether it is told; what waits is dropped when it is not',
    params,
    body: WebhookChange,
    reply: Webhook,
    errors: ['notFound', 'webhook.addressRefused'],
  },
  'DELETE /webhooks/:webhookId': {
    access: 'account',
    summary: 'Tell an address no more; its log goes with it',
    params,
    reply: Nothing,
    errors: ['notFound'],
  },
  'POST /webhooks/:webhookId/secret': {
    access: 'account',
    proof: true,
    summary: 'A new secret, shown once; for a day messages are signed by the former one, too',
    params,
    reply: NewWebhook,
    errors: ['notFound'],
  },
  'POST /webhooks/:webhookId/test': {
    access: 'account',
    summary: 'Send a message that says nothing, to see that the address takes it',
    params,
    reply: WebhookDelivery,
    errors: ['notFound', 'webhook.off', 'request.tooMany'],
  },
  'GET /webhooks/:webhookId/deliveries': {
    access: 'account',
    summary: 'Messages to an address of the last 30 days, newest first',
    params,
    query: object(page),
    reply: Type.Array(WebhookDelivery),
    paged: true,
    errors: ['notFound'],
  },
  'POST /webhooks/:webhookId/deliveries/:webhookDeliveryId/repeat': {
    access: 'account',
    summary: 'Send a message again, under the same id',
    params: object({ webhookId: Id, webhookDeliveryId: Id }),
    reply: WebhookDelivery,
    errors: ['notFound', 'webhook.off'],
  },
} as const satisfies Record<string, EndpointSpec>
