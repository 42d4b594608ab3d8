import type { Handlers } from '../http/handler.ts'
import { findHome, switchHome } from './home-switch.ts'
import { findAccess, listMessages, saveMappings } from './messages.ts'

export const mqttRoutes = {
  'GET /loggers/:loggerId/mqtt': async (service, { account, params }) => ({
    data: await findAccess(service, account.accountId, params.loggerId),
  }),
  'PUT /loggers/:loggerId/mqtt/mappings': async (service, { account, params, body }) => {
    await saveMappings(service, account.accountId, params.loggerId, body.mappings)
    return { data: null }
  },
  'GET /loggers/:loggerId/mqtt/messages': async (service, { account, params }) => ({
    data: await listMessages(service, account.accountId, params.loggerId),
  }),
  'GET /stations/:stationId/home-assistant': async (service, { account, params }) => ({
    data: await findHome(service, account.accountId, params.stationId),
  }),
  'PUT /stations/:stationId/home-assistant': async (service, { account, params, body }) => {
    await switchHome(service, account.accountId, params.stationId, body.isOn)
    return { data: null }
  },
} satisfies Partial<Handlers>
