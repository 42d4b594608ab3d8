import { getAccountStatistics } from '../../rules/account-statistics.ts'
import { getStationLosses } from '../../rules/losses.ts'
import { pageOf } from '../../rules/page.ts'
import { listRanking } from '../../rules/ranking.ts'
import { getDeviceSeries, getStationSeries } from '../../rules/series.ts'
import { getDeviceStatistics, getStationStatistics } from '../../rules/statistics.ts'
import { getStationsSummary } from '../../rules/summary.ts'
import type { Handlers } from '../handler.ts'

type Statistics =
  | 'GET /stations/summary'
  | 'GET /stations/:stationId/statistics'
  | 'GET /devices/:deviceId/statistics'
  | 'GET /account/statistics'
  | 'GET /ranking'
  | 'GET /stations/:stationId/losses'
  | 'GET /stations/:stationId/series'
  | 'GET /devices/:deviceId/series'

/** Figures of longer stretches than a day, from roll-ups. */
export const statisticsHandlers: Handlers<Statistics> = {
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
  'GET /ranking': async (service, { account, query }) =>
    pageOf(await listRanking(service, account.accountId, query), query),
  'GET /stations/:stationId/losses': async (service, { account, params, query }) => ({
    data: await getStationLosses(service, account.accountId, params.stationId, query),
  }),
  'GET /stations/:stationId/series': async (service, { account, params, query }) => ({
    data: await getStationSeries(service, account.accountId, params.stationId, query),
  }),
  'GET /devices/:deviceId/series': async (service, { account, params, query }) => ({
    data: await getDeviceSeries(service, account.accountId, params.deviceId, query),
  }),
}
