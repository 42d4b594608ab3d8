import { getDeviceCurves } from './curves.ts'
import { getDeviceDayValues } from './day-values.ts'
import { listHistory } from './history.ts'
import type { Handlers } from '../http/handler.ts'

export const telemetryRoutes = {
  'GET /devices/:deviceId/curves': async (service, { account, params, query }) => ({
    data: await getDeviceCurves(service, account.accountId, params.deviceId, query),
  }),
  'GET /devices/:deviceId/day-values': async (service, { account, params, query }) => ({
    data: await getDeviceDayValues(service, account.accountId, params.deviceId, query),
  }),
  'GET /devices/:deviceId/history': async (service, { account, params, query }) =>
    listHistory(service, account.accountId, params.deviceId, query),
} satisfies Partial<Handlers>
