import { listHistory } from './history.ts'
import type { Handlers } from '../http/handler.ts'

export const telemetryRoutes = {
  'GET /devices/:deviceId/history': async (service, { account, params, query }) =>
    listHistory(service, account.accountId, params.deviceId, query),
} satisfies Partial<Handlers>
