import type { StationInput } from '@helioport/contract'

/** Things of sharing and editing that a request can name. */
export interface OwnSharing {
  subAccountId: string
  shareId: string
  incomingShareId: string
  stationTagId: string
  savedFilterId: string
  tariffId: string
  co2FactorId: string
  pictureId: string
  /** Id of a device without a station. */
  spareDevice: string
  /** Token that confirms the deletion of the station, together with its typed name. */
  deletionToken: string
  stationName: string
}

/** A row of a file; each has its own time. */
const goodRows = (deviceId: string, nth: number) => ({
  deviceId,
  intervalS: 300,
  rows: [[Date.parse('2026-05-01T10:00:00Z') + nth * 600_000, 5000, null, null, null]],
})

/** Valid bodies of sub-accounts, shares, tariffs, stations and devices; `nth` makes names unique. */
export function goodSharingBodies(
  ids: OwnSharing & { stationId: string; loggerId: string; deviceId: string },
  caller: string,
  nth: number,
) {
  const device = {
    name: 'Inverter',
    model: 'PV12',
    ratedPowerW: 12_000,
    capacityKwp: 11.9,
    mpptCount: 2,
    stringCount: 4,
    supportsReactivePower: true,
    supportsIvScan: true,
  }
  const { name: _name, ...inverter } = device
  const modules = {
    manufacturer: 'Maker',
    model: 'M-300',
    iscA: 9.7,
    vocV: 40.1,
    impA: 9.2,
    vmpV: 32.6,
    alphaPercent: 0.05,
    betaPercent: -0.29,
    gammaPercent: -0.38,
    cells: 60,
    modulesPerString: 19,
    stringsPerTracker: null,
  }
  const tariff = {
    from: '2031-01-01',
    rate: -0.1,
    bands: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '12:15', rate: 0.5 }],
    correction: false,
  }
  const subAccount = { nickname: 'Helper', mayControl: true, allStations: false, stationIds: [ids.stationId] }
  const station: StationInput = {
    name: `Changed plant of ${caller} ${nth}`,
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
    mpptCheck: true,
    caseNumber: '00-12-3456-78-9',
    videoUrl: 'https://video.example/2',
  }
  return {
    'POST /sub-accounts': {
      ...subAccount,
      userName: `sub-${process.pid}-${nth}`,
      email: `sub-${process.pid}-${nth}@example.org`,
      password: 'password of a sub',
    },
    'PUT /sub-accounts/:subAccountId': { ...subAccount, disabled: true },
    'PUT /sub-accounts/:subAccountId/password': { password: 'another password' },
    'POST /stations/:stationId/shares': {
      userName: `invited-${nth}`,
      rights: ['view', 'income'] as ('view' | 'income')[],
      endsOn: '2030-12-31',
    },
    'PUT /stations/:stationId/shares/:shareId': { rights: ['view', 'logs'] as ('view' | 'logs')[], endsOn: null },
    'POST /stations/:stationId/tariffs': tariff,
    'PUT /stations/:stationId/tariffs/:tariffId': tariff,
    'POST /stations/:stationId/kept-aside': {
      reason: 'sensorLimit' as const,
      loggerId: ids.loggerId,
      deviceId: null,
      from: '2026-06-10T08:00:00Z',
      to: '2026-06-10T09:00:00Z',
    },
    'POST /stations/:stationId/imports/check': { ...goodRows(ids.deviceId, nth), fingerprint: `check-${nth}-0000` },
    'POST /stations/:stationId/imports': {
      fileName: 'history.csv',
      fingerprint: `file-${process.pid}-${nth}`,
      rows: 1,
      refused: 0,
    },
    'POST /stations/:stationId/imports/:importId/rows': { ...goodRows(ids.deviceId, nth), seq: nth },
    'POST /stations/:stationId/value-edits': {
      deviceId: null,
      from: '2026-06-10T08:00:00Z',
      to: '2026-06-10T09:00:00Z',
      values: ['irradianceWm2' as const],
      factor: null,
      note: 'Snow on the sensor',
    },
    'POST /stations/:stationId/co2-factors': { from: '2031-01-01', kgPerKwh: 0.3, year: 2030, source: 'somebody' },
    'PUT /stations/:stationId': station,
    'PUT /station-order': { stationIds: [ids.stationId] },
    'POST /station-tags': { kind: 'tag' as const, name: `Roofs ${nth}` },
    'PUT /station-tags/:stationTagId': { name: `Fields ${nth}` },
    'PUT /station-tags/:stationTagId/stations': { stationIds: [ids.stationId], isTagged: true },
    'PUT /account/report-stations': { stationIds: [ids.stationId], isTold: false },
    'POST /station-shares': {
      stationIds: [ids.stationId],
      userName: `guest-of-many-${nth}`,
      rights: ['view' as const],
      endsOn: null,
    },
    'POST /saved-filters': { list: 'stations' as const, name: `Late ${nth}`, query: 'status=attention&sort=age' },
    'DELETE /stations/:stationId': { token: ids.deletionToken, name: ids.stationName },
    'POST /stations/:stationId/devices': { deviceIds: [ids.spareDevice] },
    'POST /devices/unassigned': {
      ...device,
      loggerId: ids.loggerId,
      serial: `NEW-${process.pid}-${nth}`,
      installedOn: '2020-02-29',
      sortNumber: 1,
    },
    'PUT /devices/:deviceId': { ...device, installedOn: '2020-02-28', sortNumber: 7 },
    'PUT /devices/:deviceId/modules': modules,
    'POST /devices/:deviceId/replacement': { ...inverter, serial: `NEXT-${process.pid}-${nth}` },
  }
}

const page = { page: 1, pageSize: 10 }

/** Valid queries of the same. */
export const goodSharingQueries = {
  'GET /sub-accounts': page,
  'GET /stations/:stationId/shares': page,
  'GET /outgoing-shares': page,
  'GET /incoming-shares': page,
  'GET /monitored-accounts': page,
  'GET /stations/:stationId/tariffs': page,
  'DELETE /stations/:stationId/tariffs/:tariffId': { correction: true },
  'GET /stations/:stationId/tariff-corrections': page,
  'GET /stations/:stationId/co2-factors': page,
  'GET /stations/:stationId/kept-aside': { date: '2026-06-10' },
  'GET /devices/unassigned': page,
  'GET /module-types': page,
  'GET /station-ids': {
    search: 'plant',
    status: 'normal' as const,
    attention: true,
    tag: '00000000-0000-4000-8000-000000000000',
  },
  'GET /saved-filters': { list: 'stations' as const },
}
