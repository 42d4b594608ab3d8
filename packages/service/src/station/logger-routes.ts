import type { Handlers } from '../http/handler.ts'
import { openClaim } from '../ingest/claim.ts'
import { getGateway, setGateway } from '../ingest/gateway.ts'
import { listFound } from './found-device.ts'
import { endVirtualPlants } from './end-virtual-plants.ts'
import { addLogger, changeLogger, deleteLogger, listLoggers } from './logger.ts'
import { getVirtualPlants, startVirtualPlants } from '../account/virtual-plants.ts'
import { listLoggerKeys, revokeLoggerKey, rotateLoggerKey } from './logger-key.ts'

export const loggerRoutes = {
  'GET /virtual-plants': async (service, { account }) => ({ data: await getVirtualPlants(service, account.accountId) }),
  'POST /virtual-plants': async (service, { account, body }) => ({
    data: await startVirtualPlants(service, account, body),
  }),
  'DELETE /virtual-plants': async (service, { account }) => ({
    data: await endVirtualPlants(service, account.accountId),
  }),
  'GET /loggers': (service, { account, query }) => listLoggers(service, account.accountId, query),
  'GET /loggers/:loggerId/keys': async (service, { params }) => ({
    data: await listLoggerKeys(service, params.loggerId),
  }),
  'POST /loggers/:loggerId/keys': async (service, { params, body }) => ({
    data: await rotateLoggerKey(service, params.loggerId, body.overlapHours),
  }),
  'POST /loggers/:loggerId/claims': async (service, { params }) => ({
    data: await openClaim(service, params.loggerId),
  }),
  'DELETE /loggers/:loggerId/keys/:loggerKeyId': async (service, { params }) => {
    await revokeLoggerKey(service, params.loggerId, params.loggerKeyId)
    return { data: null }
  },
  'POST /loggers': async (service, { account, body }) => ({ data: await addLogger(service, account.accountId, body) }),
  'PUT /loggers/:loggerId': async (service, { params, body }) => {
    await changeLogger(service, params.loggerId, body)
    return { data: null }
  },
  'DELETE /loggers/:loggerId': async (service, { params }) => {
    await deleteLogger(service, params.loggerId)
    return { data: null }
  },
  'GET /loggers/:loggerId/gateway': async (service, { params }) => ({
    data: await getGateway(service, params.loggerId),
  }),
  'PUT /loggers/:loggerId/gateway': async (service, { params, body }) => {
    await setGateway(service, params.loggerId, body)
    return { data: null }
  },
  'GET /loggers/:loggerId/found-devices': async (service, { params }) => ({
    data: await listFound(service, params.loggerId),
  }),
} satisfies Partial<Handlers>
