import { getInverterAnalysis } from './inverter-analysis.ts'
import { getAccountStatistics } from './account-statistics.ts'
import { getStationLosses } from './losses.ts'
import { listRanking } from './ranking.ts'
import { getDeviceSeries, getStationSeries } from './series.ts'
import { getDeviceStatistics, getStationStatistics } from './periods.ts'
import { getStationsSummary } from './summary.ts'
import type { Handlers } from '../http/handler.ts'

export const statisticsRoutes = {
  'GET /stations/summary': async (service, { account }) => ({
    data: await getStationsSummary(service, account.accountId),
  }),
  'GET /stations/:stationId/statistics': async (service, { account, params, query }) => ({
    data: await getStationStatistics(service, account.accountId, params.stationId, query),
  }),
  'GET /devices/:deviceId/statistics': async (service, { account, params, query }) => ({
    data: await getDeviceStatistics(service, account.accountId, params.deviceId, query),
  }),
  'GET /account/statistics': async (service, { account, query }) => ({
    data: await getAccountStatistics(service, account.accountId, query),
  }),
  'GET /ranking': (service, { account, query }) => listRanking(service, account.accountId, query),
  'GET /stations/:stationId/losses': async (service, { account, params, query }) => ({
    data: await getStationLosses(service, account.accountId, params.stationId, query),
  }),
  'GET /stations/:stationId/inverter-analysis': async (service, { account, params, query }) => ({
    data: await getInverterAnalysis(service, account.accountId, params.stationId, query),
  }),
  'GET /stations/:stationId/series': async (service, { account, params, query }) => ({
    data: await getStationSeries(service, account.accountId, params.stationId, query),
  }),
  'GET /devices/:deviceId/series': async (service, { account, params, query }) => ({
    data: await getDeviceSeries(service, account.accountId, params.deviceId, query),
  }),
} satisfies Partial<Handlers>
