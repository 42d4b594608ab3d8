import type { BodyOf, EndpointName, Endpoints, QueryOf } from '@helioport/contract/endpoints'

/** Things that a request can name; one entry per kind of id that the endpoint table knows. */
export interface NamedIds {
  stationId: string
  deviceId: string
  loggerId: string
}

type Bodied = { [K in EndpointName]: Endpoints[K] extends { body: unknown } ? K : never }[EndpointName]
type Queried = { [K in EndpointName]: Endpoints[K] extends { query: unknown } ? K : never }[EndpointName]

let serials = 0

/** A body that each endpoint takes; a new endpoint without one is a type error. `caller`: the caller's user name. */
export function goodBodies(ids: NamedIds, caller: string): { [K in Bodied]: BodyOf<Endpoints[K]> } {
  serials += 1
  return {
    'POST /session': { account: caller, password: `password of ${caller}` },
    'PUT /account': {
      nickname: caller,
      phone: '+49 30 123456',
      address: '',
      province: '',
      city: '',
      timeZoneOffset: 60,
      feedInTariff: null,
      currency: 'EUR',
      videoUrl: 'https://video.example/1',
    },
    'POST /stations': {
      name: `Plant of ${caller} ${serials}`,
      installedOn: '2020-02-29',
      capacityKwp: 9.9,
      energyBaseKwh: 0,
      temperatureCoefficient: -0.004,
      description: '',
      latitude: 52,
      longitude: 13,
      timeZone: 'Europe/Berlin',
      address: '',
      price: 0.1,
      currency: 'EUR',
      sortNumber: 1,
    },
    'POST /devices': {
      loggerId: ids.loggerId,
      serial: `GOOD-${process.pid}-${serials}`,
      name: 'Inverter',
      model: 'PV10',
      ratedPowerW: 10_000,
      capacityKwp: 9.9,
      mpptCount: 2,
      stringCount: 4,
      installedOn: '2020-02-29',
      supportsReactivePower: true,
      supportsIvScan: false,
      sortNumber: 1,
    },
    'POST /loggers': { stationId: ids.stationId, serial: `GOOD-LOGGER-${process.pid}-${serials}` },
    'POST /bulletins': { kind: 'news', locale: 'en-US', title: 'News', body: '', url: '' },
  }
}

/** A query with every parameter that each endpoint takes. */
export function goodQueries(ids: NamedIds): { [K in Queried]: Required<QueryOf<Endpoints[K]>> } {
  const page = { page: 1, pageSize: 10 }
  const { stationId, deviceId } = ids
  return {
    'GET /stations': { ...page, search: 'plant', status: 'normal', sort: 'name' },
    'GET /stations/:stationId/day': { date: '2026-06-10' },
    'GET /devices': { ...page, search: 'inv', status: 'normal', stationId },
    'GET /devices/:deviceId/day': { date: '2026-06-10' },
    'GET /remote-settings/devices': { ...page, stationId },
    'GET /alarms': { ...page, state: 'open', class: 'notice', code: 'E1', stationId, deviceId },
    'GET /stations/:stationId/statistics': { period: 'month', date: '2026-06-10' },
    'GET /devices/:deviceId/statistics': { period: 'month', date: '2026-06-10' },
    'GET /account/statistics': { period: 'month', date: '2026-06-10' },
    'GET /ranking': { ...page, of: 'stations', period: 'today', date: '2026-06-10', stationId },
    'GET /stations/:stationId/losses': { period: 'month', date: '2026-06-10' },
    'GET /stations/:stationId/series': { from: '2026-06-01', to: '2026-06-10', points: 100 },
    'GET /devices/:deviceId/series': { from: '2026-06-01', to: '2026-06-10', points: 100 },
    'GET /bulletins': { ...page, kind: 'news', locale: 'en-US' },
  }
}
