import Type from 'typebox'
import { Id, object } from '../entities/common.ts'
import { Co2Factor, Co2FactorInput, Tariff, TariffCorrection, TariffInput } from '../entities/tariff.ts'
import { type EndpointSpec, Nothing, page } from './endpoint.ts'

const station = object({ stationId: Id })
const tariff = object({ stationId: Id, tariffId: Id })
const co2Factor = object({ stationId: Id, co2FactorId: Id })

/** A change to income or CO2 of days before today is refused unless it sets `correction`. */
export const tariffEndpoints = {
  'GET /stations/:stationId/tariffs': {
    access: 'account',
    right: 'income',
    summary: 'Dated rates of a station, newest first; before the first one the first holds',
    params: station,
    query: object(page),
    reply: Type.Array(Tariff),
    paged: true,
    errors: ['notFound'],
  },
  'POST /stations/:stationId/tariffs': {
    access: 'main',
    right: 'manage',
    summary: 'Add a rate that holds from a local day on',
    params: station,
    body: TariffInput,
    reply: Tariff,
    errors: ['notFound', 'tariff.past', 'tariff.dateTaken', 'tariff.bandsOverlap'],
  },
  'PUT /stations/:stationId/tariffs/:tariffId': {
    access: 'main',
    right: 'manage',
    summary: 'Change a rate',
    params: tariff,
    body: TariffInput,
    reply: Tariff,
    errors: ['notFound', 'tariff.past', 'tariff.dateTaken', 'tariff.bandsOverlap'],
  },
  'DELETE /stations/:stationId/tariffs/:tariffId': {
    access: 'main',
    right: 'manage',
    summary: 'Delete a rate; the one before it holds on. A station keeps at least one',
    params: tariff,
    query: object({ correction: Type.Optional(Type.Boolean()) }),
    reply: Nothing,
    errors: ['notFound', 'tariff.past', 'tariff.last'],
  },
  'GET /stations/:stationId/tariff-corrections': {
    access: 'account',
    right: 'income',
    summary: 'Changes of rates that reached into the past, newest first',
    params: station,
    query: object(page),
    reply: Type.Array(TariffCorrection),
    paged: true,
    errors: ['notFound'],
  },
  'GET /stations/:stationId/co2-factors': {
    access: 'account',
    summary: 'CO2 factors of a station, newest first; the last one is that of its country',
    params: station,
    query: object(page),
    reply: Type.Array(Co2Factor),
    paged: true,
    errors: ['notFound'],
  },
  'POST /stations/:stationId/co2-factors': {
    access: 'main',
    right: 'manage',
    summary: 'Add a CO2 factor that holds from a local day on',
    params: station,
    body: Co2FactorInput,
    reply: Co2Factor,
    errors: ['notFound', 'co2Factor.past', 'co2Factor.dateTaken'],
  },
  'DELETE /stations/:stationId/co2-factors/:co2FactorId': {
    access: 'main',
    right: 'manage',
    summary: 'Delete a CO2 factor that does not hold yet',
    params: co2Factor,
    reply: Nothing,
    errors: ['notFound', 'co2Factor.past'],
  },
} as const satisfies Record<string, EndpointSpec>
