import type { EndpointName } from '@helioport/contract/endpoints'
import { listAuditHeads } from '../../rules/audit.ts'
import { changeBulletin, listBulletins, publishBulletin, removeBulletin } from '../../rules/bulletin.ts'
import { listHistory } from '../../rules/history.ts'
import { listOperations } from '../../rules/operation.ts'
import { listSignIns } from '../../rules/sign-in-log.ts'
import type { Handlers } from '../handler.ts'

type RecordEndpoint =
  | 'GET /operations'
  | 'GET /audit-heads'
  | 'GET /sign-ins'
  | 'GET /devices/:deviceId/history'
  | Extract<EndpointName, `${string} /bulletins${string}`>

export const recordHandlers: Handlers<RecordEndpoint> = {
  'GET /operations': async (service, { account, query }) => listOperations(service, account.accountId, query),
  'GET /audit-heads': async (service, { query }) => listAuditHeads(service, query),
  'GET /sign-ins': async (service, { account, query }) => listSignIns(service, account.accountId, query),
  'GET /devices/:deviceId/history': async (service, { account, params, query }) =>
    listHistory(service, account.accountId, params.deviceId, query),
  'GET /bulletins': async (service, { query }) => listBulletins(service, query),
  'POST /bulletins': async (service, { body }) => ({ data: await publishBulletin(service, body) }),
  'PUT /bulletins/:bulletinId': async (service, { params, body }) => ({
    data: await changeBulletin(service, params.bulletinId, body),
  }),
  'DELETE /bulletins/:bulletinId': async (service, { params }) => {
    await removeBulletin(service, params.bulletinId)
    return { data: null }
  },
}
