import type { Handlers } from '../http/handler.ts'
import { listDeliveries, repeat, sendTest } from './delivery-log.ts'
import { addWebhook, changeWebhook, listWebhooks, removeWebhook, renewSecret } from './webhook.ts'

export const webhookRoutes = {
  'GET /webhooks': async (service, { account }) => ({ data: await listWebhooks(service, account.accountId) }),
  'POST /webhooks': async (service, { account, body }) => ({
    data: await addWebhook(service, account.accountId, body),
  }),
  'PUT /webhooks/:webhookId': async (service, { account, params, body }) => ({
    data: await changeWebhook(service, account.accountId, params.webhookId, body),
  }),
  'DELETE /webhooks/:webhookId': async (service, { account, params }) => {
    await removeWebhook(service, account.accountId, params.webhookId)
    return { data: null }
  },
  'POST /webhooks/:webhookId/secret': async (service, { account, params }) => ({
    data: await renewSecret(service, account.accountId, params.webhookId),
  }),
  'POST /webhooks/:webhookId/test': async (service, { account, params }) => ({
    data: await sendTest(service, account.accountId, params.webhookId),
  }),
  'GET /webhooks/:webhookId/deliveries': async (service, { account, params, query }) =>
    listDeliveries(service, account.accountId, params.webhookId, query),
  'POST /webhooks/:webhookId/deliveries/:webhookDeliveryId/repeat': async (service, { account, params }) => ({
    data: await repeat(service, account.accountId, params.webhookId, params.webhookDeliveryId),
  }),
} satisfies Partial<Handlers>
