import { pageOf } from '../base/page.ts'
import {
  addCo2Factor,
  addTariff,
  changeTariff,
  listCo2Factors,
  listCorrections,
  listTariffs,
  removeCo2Factor,
  removeTariff,
} from './tariff-edit.ts'
import type { Handlers } from '../http/handler.ts'

export const tariffRoutes = {
  'GET /stations/:stationId/tariffs': async (service, { params, query }) =>
    pageOf(await listTariffs(service, params.stationId), query),
  'POST /stations/:stationId/tariffs': async (service, { account, params, body }) => ({
    data: await addTariff(service, account, params.stationId, body),
  }),
  'PUT /stations/:stationId/tariffs/:tariffId': async (service, { account, params, body }) => ({
    data: await changeTariff(service, account, params, body),
  }),
  'DELETE /stations/:stationId/tariffs/:tariffId': async (service, { account, params, query }) => ({
    data: await removeTariff(service, account, params, query.correction ?? false),
  }),
  'GET /stations/:stationId/tariff-corrections': async (service, { params, query }) =>
    listCorrections(service, params.stationId, query),
  'GET /stations/:stationId/co2-factors': async (service, { account, params, query }) =>
    pageOf(await listCo2Factors(service, account.accountId, params.stationId), query),
  'POST /stations/:stationId/co2-factors': async (service, { account, params, body }) => ({
    data: await addCo2Factor(service, account.accountId, params.stationId, body),
  }),
  'DELETE /stations/:stationId/co2-factors/:co2FactorId': async (service, { account, params }) => {
    await removeCo2Factor(service, account.accountId, params)
    return { data: null }
  },
} satisfies Partial<Handlers>
