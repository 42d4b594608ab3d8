import { listApiKeys, makeApiKey, proveApiKey, revokeApiKey } from './api-key.ts'
import type { Handlers } from '../http/handler.ts'

export const keyRoutes = {
  'GET /api-keys': async (service, { account }) => ({ data: await listApiKeys(service, account.accountId) }),
  'POST /api-keys': async (service, { account, body, connection }) => ({
    data: await makeApiKey(service, account.accountId, body, connection),
  }),
  'POST /api-keys/:apiKeyId/proof': async (service, { account, params }) => ({
    data: await proveApiKey(service, account.accountId, params.apiKeyId),
  }),
  'DELETE /api-keys/:apiKeyId': async (service, { account, params }) => {
    await revokeApiKey(service, account.accountId, params.apiKeyId)
    return { data: null }
  },
} satisfies Partial<Handlers>
