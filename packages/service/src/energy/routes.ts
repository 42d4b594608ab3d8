import { getDeviceDay } from './device-day.ts'
import { getStationDay } from './station-day.ts'
import type { Handlers } from '../http/handler.ts'

export const energyRoutes = {
  'GET /stations/:stationId/day': async (service, { account, params, query }) => ({
    data: await getStationDay(service, account.accountId, params.stationId, query.date),
  }),
  'GET /devices/:deviceId/day': async (service, { account, params, query }) => ({
    data: await getDeviceDay(service, account.accountId, params.deviceId, query.date),
  }),
} satisfies Partial<Handlers>
