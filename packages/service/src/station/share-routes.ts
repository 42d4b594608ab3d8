import { pageOf } from '../base/page.ts'
import { listMonitoredAccounts } from './monitored-account.ts'
import {
  acceptShare,
  changeShare,
  dropIncomingShare,
  invite,
  listIncomingShares,
  listOutgoingShares,
  listShares,
  removeShare,
} from './share/share.ts'
import type { Handlers } from '../http/handler.ts'

export const shareRoutes = {
  'GET /stations/:stationId/shares': async (service, { params, query }) =>
    pageOf(await listShares(service, params.stationId), query),
  'POST /stations/:stationId/shares': async (service, { account, params, body, connection }) => ({
    data: await invite(service, account, params.stationId, body, connection.language ?? 'zh-CN'),
  }),
  'PUT /stations/:stationId/shares/:shareId': async (service, { params, body }) => ({
    data: await changeShare(service, params, body),
  }),
  'DELETE /stations/:stationId/shares/:shareId': async (service, { params }) => {
    await removeShare(service, params)
    return { data: null }
  },
  'GET /outgoing-shares': (service, { account, query }) => listOutgoingShares(service, account.accountId, query),
  'GET /incoming-shares': (service, { account, query }) => listIncomingShares(service, account.accountId, query),
  'POST /incoming-shares/:incomingShareId/acceptance': async (service, { account, params }) => ({
    data: await acceptShare(service, account.accountId, params.incomingShareId),
  }),
  'DELETE /incoming-shares/:incomingShareId': async (service, { account, params }) => {
    await dropIncomingShare(service, account.accountId, params.incomingShareId)
    return { data: null }
  },
  'GET /monitored-accounts': (service, { account, query }) => listMonitoredAccounts(service, account.accountId, query),
} satisfies Partial<Handlers>
