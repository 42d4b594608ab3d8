import type { FormRate, StationForm } from '@helioport/contract'
import type { BodyOf, EndpointName, Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { makeAuthenticator } from '../authenticator.ts'
import { goodSubscription } from '../browser-keys.ts'
import { goodSharingBodies, goodSharingQueries, type OwnSharing } from './good-sharing-requests.ts'

/** Secrets from mails: for a registration, for a new password, in links. */
export interface KnownSecrets {
  newEmail: string
  forgetful: string
  code: string
  /** Code for the first account of an empty portal. */
  firstCode: string
  activationToken: string
  unsubscribeToken: string
}

/** Kinds of ids of the caller's own things, which are at no station; below, those that only operators name. */
export const ownKinds: readonly string[] = [
  'sessionId',
  'emailId',
  'subAccountId',
  'incomingShareId',
  'alarmSnoozeId',
  'exportTaskId',
  'apiKeyId',
  'webhookId',
  'webhookDeliveryId',
  'pushDeviceId',
  'passkeyId',
  'openidIdentityId',
  'stationTagId',
  'savedFilterId',
]
export const operatorKinds: readonly string[] = ['accountId', 'bulletinId']

/** Things that a request can name; one entry per kind of id that the endpoint table knows. */
export interface NamedIds extends KnownSecrets, OwnSharing {
  stationId: string
  deviceId: string
  loggerId: string
  loggerKeyId: string
  commandId: string
  ivScanId: string
  sessionId: string
  emailId: string
  accountId: string
  alarmId: string
  alarmSnoozeId: string
  exportTaskId: string
  apiKeyId: string
  webhookId: string
  webhookDeliveryId: string
  pushDeviceId: string
  passkeyId: string
  openidIdentityId: string
  bulletinId: string
  importId: string
}

type Bodied = { [K in EndpointName]: Endpoints[K] extends { body: unknown } ? K : never }[EndpointName]
type Queried = { [K in EndpointName]: Endpoints[K] extends { query: unknown } ? K : never }[EndpointName]

let serials = 0

/** Well-formed answers of a browser; no challenge was issued for them. */
const { create, use: answer } = makeAuthenticator()
const place = { challenge: 'A'.repeat(43), origin: 'https://portal.example', domain: 'portal.example' }
const [createdPasskey, usedPasskey] = [create(place), answer(place)]

const formOf = (name: string, deviceId: string, rates: FormRate[]): StationForm => ({
  key: crypto.randomUUID(),
  station: {
    name,
    installedOn: '2020-02-29',
    capacityKwp: 9.9,
    energyBaseKwh: 0,
    temperatureCoefficient: -0.004,
    description: '',
    latitude: 52,
    longitude: 13,
    timeZone: 'Europe/Berlin',
    address: '',
    currency: 'EUR',
    sortNumber: 1,
  },
  deviceIds: [deviceId],
  rates,
  removedRates: [],
  factor: null,
})

/** A valid body for each endpoint; a missing one is a type error. `caller`: the caller's user name. */
export function goodBodies(ids: NamedIds, caller: string): { [K in Bodied]: BodyOf<Endpoints[K]> } {
  serials += 1
  return {
    ...goodSharingBodies(ids, caller, serials),
    'POST /session': { account: caller, password: `password of ${caller}` },
    'POST /session/view': { accountId: ids.subAccountId },
    'POST /session/proof': { password: `password of ${caller}` },
    'PUT /account/password': {
      oldPassword: `password of ${caller}`,
      password: `new password ${serials}`,
      passwordAgain: `new password ${serials}`,
    },
    'POST /registration/code': { email: `code-${serials}@example.org`, locale: 'en-US' },
    'POST /registration': {
      userName: `newcomer-${process.pid}-${serials}`,
      email: ids.newEmail,
      code: ids.code,
      password: 'a password',
      passwordAgain: 'a password',
      phone: '+49 30 123456',
      address: '',
      province: '',
      city: '',
      timeZoneOffset: 60,
      locale: 'en-US',
    },
    'POST /first-run': {
      code: ids.firstCode,
      userName: `first-${process.pid}-${serials}`,
      email: `first-${serials}@example.org`,
      password: 'a password',
      passwordAgain: 'a password',
      timeZoneOffset: 60,
      locale: 'en-US',
    },
    'POST /registration/activation-mail': { account: caller },
    'POST /registration/activation': { token: ids.activationToken },
    'POST /password/code': { account: caller },
    'POST /password': {
      account: ids.forgetful,
      code: ids.code,
      password: 'another password',
      passwordAgain: 'another password',
    },
    'POST /unsubscription': { token: ids.unsubscribeToken },
    'POST /account/emails/code': { email: `bind-${serials}@example.org` },
    'POST /account/emails': { email: `bind-${serials}@example.org`, code: '123456' },
    'POST /account/phone/code': { phone: '+49 30 123456' },
    'PUT /account/phone': { phone: '+49 30 123456', code: '123456' },
    'PUT /account/totp': { code: '123456' },
    'POST /passkeys': { name: `Passkey ${serials}`, created: createdPasskey },
    'PUT /passkeys/:passkeyId': { name: 'Old laptop' },
    'PUT /account/passkey-required': { required: false },
    'POST /session/openid': { password: `password of ${caller}` },
    'POST /session/passkey': usedPasskey,
    'POST /session/proof/passkey': usedPasskey,
    'POST /virtual-plants': { plants: 'one', mark: 'Virtual' },
    'POST /api-keys': { name: `Script ${serials}`, scopes: ['read', 'control'], stationIds: null, days: 30 },
    'POST /webhooks': { name: `Desk ${serials}`, url: 'https://hooks.example/1', events: ['alarm.raised'] },
    'PUT /webhooks/:webhookId': {
      name: 'Desk',
      url: 'https://hooks.example/2',
      events: ['alarm.raised', 'alarm.cleared'],
      enabled: true,
    },
    'PUT /account/profile': { infoItems: ['powerNow', 'energyToday', 'co2Saved', 'treesPlanted'] },
    'PUT /account/notifications': { service: true, report: true, locale: 'en-US' },
    'PUT /account/alarm-mails': {
      byMail: true,
      faults: true,
      notices: false,
      quiet: { from: 1320, to: 360, timeZone: 'Europe/Berlin' },
      stationIds: [ids.stationId],
    },
    'POST /account/mails': { kind: 'report' },
    'POST /account/deletion': { userName: caller },
    'POST /push-devices': goodSubscription(`https://push.example/${serials}`),
    'PUT /operator/accounts/:accountId/active': { active: false },
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
    'POST /stations/form': formOf(`Plant in a form of ${caller} ${serials}`, ids.spareDevice, [
      { id: null, from: '2020-02-29', rate: 0.1, bands: [] },
    ]),
    'PUT /stations/:stationId/form': formOf(`Plant changed in a form of ${caller} ${serials}`, ids.deviceId, []),
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
    'POST /commands/reactive-power': {
      deviceIds: [ids.deviceId],
      powerFactor: 0.9,
      revertAfterMinutes: 60,
      canary: false,
    },
    'POST /commands/settings': {
      deviceIds: [ids.deviceId],
      kind: 'powerLimit',
      value: 0.6,
      points: null,
      revertAfterMinutes: 60,
      endsAt: null,
      canary: false,
    },
    'POST /commands/:commandId/rejection': { reason: 'The grid operator has not agreed' },
    'PUT /iv-scans/:ivScanId/review': { mppt: 1, string: 1, says: 'rejected', note: 'The tree is gone' },
    'POST /devices/:deviceId/iv-scans': {
      fileName: 'tracer.csv',
      scannedAt: '2026-06-10T09:00:00.000Z',
      irradianceWm2: 900,
      moduleC: 45,
      curves: [{ mppt: 1, string: 1, voltageV: [0, 200, 400, 600, 640], currentA: [10, 10, 9.9, 8, 0] }],
    },
    'POST /commands/iv-scan': { deviceIds: [ids.deviceId] },
    'POST /loggers/:loggerId/keys': { overlapHours: 24 },
    'PUT /loggers/:loggerId': { stationId: ids.stationId },
    'PUT /loggers/:loggerId/gateway': { intervalS: 30, sources: ['sunspec=192.168.1.20:1502/1,2'] },
    'PUT /stations/:stationId/home-assistant': { isOn: true },
    'PUT /loggers/:loggerId/mqtt/mappings': {
      mappings: [
        {
          topic: '+/0/power',
          serial: { from: 'topic', level: 0 },
          fields: [{ field: 'powerW', path: '', unit: 'W' }],
        },
      ],
    },
    'POST /loggers': { stationId: ids.stationId, serial: `GOOD-LOGGER-${process.pid}-${serials}` },
    'PUT /alarms/:alarmId/acknowledgement': { acknowledged: true },
    'PUT /alarms/:alarmId/assignee': { accountId: null },
    'POST /alarms/:alarmId/comments': { text: 'Fuse replaced' },
    'POST /alarm-care': {
      key: `care-of-a-test-${process.pid}-${serials}`,
      alarmIds: [ids.alarmId],
      acknowledged: true,
      assigneeId: null,
      snoozedUntil: '2026-06-11T10:00:00Z',
      comment: 'Fuse replaced',
    },
    'POST /alarm-snoozes': {
      code: 'A3',
      stationId: ids.stationId,
      deviceId: ids.deviceId,
      until: '2026-06-11T10:00:00Z',
    },
    'POST /export-tasks': {
      kind: 'devices',
      format: 'xlsx',
      locale: 'zh-CN',
      timeZone: 'Europe/Berlin',
      stationId: ids.stationId,
      deviceId: ids.deviceId,
      from: '2026-06-01',
      to: '2026-06-10',
    },
    'POST /bulletin-reads': { bulletinIds: [ids.bulletinId] },
    'PUT /bulletins/:bulletinId': { kind: 'news', locale: 'en-US', title: 'Other news', body: '', url: '' },
    'POST /bulletins': { kind: 'news', locale: 'en-US', title: 'News', body: '', url: '' },
  }
}

/** A valid query for each endpoint, with every parameter. */
export function goodQueries(ids: NamedIds): { [K in Queried]: Required<QueryOf<Endpoints[K]>> } {
  const page = { page: 1, pageSize: 10 }
  const longPage = { ...page, near: 'of-another-list' }
  const { stationId, deviceId } = ids
  const style = { format: 'csv', locale: 'pt-BR', timeZone: 'America/Sao_Paulo' } as const
  const frames = {
    alarmsOnly: true,
    codes: 'E1,A3',
    parameter: 'powerW',
    least: 0.5,
    most: 19999.5,
    order: 'desc',
  } as const
  const day = { from: '2026-06-10T00:00:00Z', to: '2026-06-11T00:00:00Z' }
  const when = { search: 'o', ...day }
  const commands = { kind: 'reactivePower', stationId, deviceId, code: 'offline', userName: 'owner', ...when } as const
  const operations = {
    stationId,
    deviceId,
    userName: 'owner',
    action: 'POST /devices',
    outcome: 'done',
    code: 'notFound',
    ...when,
  } as const
  const signIns = { outcome: 'done', code: 'session.wrongCredentials', userName: 'owner', ...when } as const
  const alarms = {
    view: 'groups',
    state: 'open',
    class: 'notice',
    code: 'E1',
    lowLight: false,
    stationId,
    deviceId,
    acknowledged: false,
    assigned: 'somebody',
    userName: 'own',
    search: 'inv',
    ...day,
  } as const
  return {
    ...goodSharingQueries,
    'GET /loggers': { ...longPage, stationId, waiting: false },
    'GET /operator/accounts-health': { ...page, search: 'o' },
    'GET /stations': {
      ...longPage,
      search: 'plant',
      status: 'normal',
      sort: 'name',
      attention: true,
      order: 'desc',
      tag: '00000000-0000-4000-8000-000000000000',
    },
    'GET /stations/:stationId/day': { date: '2026-06-10' },
    'GET /devices': { ...longPage, search: 'inv', status: 'normal', stationId, sort: 'name', order: 'asc' },
    'GET /devices/:deviceId/day': { date: '2026-06-10' },
    'GET /commands': { ...longPage, ...commands, waitsForMe: false },
    'GET /devices/:deviceId/iv-scans': page,
    'GET /devices/:deviceId/iv-history': { mppt: 1, string: 1 },
    'GET /iv-scans/:ivScanId': { procedure: 1 },
    'GET /iv-scans/:ivScanId/curves.csv': { procedure: 1 },
    'GET /remote-settings/devices': { ...longPage, stationId },
    'GET /alarms': { ...longPage, ...alarms },
    'GET /alarms/:alarmId/comments': page,
    'GET /alarm-snoozes': page,
    'GET /alarm-catalogue': { locale: 'pt-BR' },
    'GET /operations': { ...longPage, ...operations },
    'GET /audit-heads': page,
    'GET /sign-ins': { ...longPage, ...signIns },
    'GET /devices/:deviceId/curves': { from: '2026-06-10', to: '2026-06-10', parameters: 'powerW,stringCurrentA2' },
    'GET /devices/:deviceId/day-values': { from: '2026-06-01', to: '2026-06-10', parameters: 'powerW,stringCurrentA2' },
    'GET /devices/:deviceId/history': { ...page, ...day, ...frames },
    'GET /exports/stations': {
      ...style,
      search: 'plant',
      status: 'normal',
      attention: true,
      tag: '00000000-0000-4000-8000-000000000000',
      among: stationId,
    },
    'GET /exports/devices': { ...style, search: 'inv', status: 'normal', stationId },
    'GET /exports/alarms': { ...style, ...alarms },
    'GET /exports/operations': { ...style, ...operations },
    'GET /exports/commands': { ...style, ...commands },
    'GET /exports/sign-ins': { ...style, ...signIns },
    'GET /exports/device-history': { ...style, ...day, deviceId, ...frames, columns: 'at,powerW' },
    'GET /exports/station-day': { ...style, stationId, date: '2026-06-10', resolution: '15m' },
    'GET /exports/device-day': { ...style, deviceId, date: '2026-06-10', resolution: '1h' },
    'GET /exports/station-statistics': { ...style, stationId, period: 'month', date: '2026-06-10' },
    'GET /exports/device-statistics': { ...style, deviceId, period: 'month', date: '2026-06-10' },
    'GET /export-tasks': page,
    'GET /webhooks/:webhookId/deliveries': page,
    'GET /account/mails': page,
    'GET /account/mail-sample': { kind: 'report' },
    'GET /stations/:stationId/statistics': { period: 'month', date: '2026-06-10' },
    'GET /devices/:deviceId/statistics': { period: 'month', date: '2026-06-10' },
    'GET /account/statistics': { period: 'month', date: '2026-06-10' },
    'GET /ranking': { ...longPage, of: 'stations', period: 'today', date: '2026-06-10', stationId },
    'GET /stations/:stationId/losses': { period: 'month', date: '2026-06-10' },
    'GET /stations/:stationId/inverter-analysis': {
      deviceIds: deviceId,
      parameters: 'power,stringCurrents',
      date: '2026-06-10',
    },
    'GET /stations/:stationId/series': { from: '2026-06-01', to: '2026-06-10', points: 100 },
    'GET /devices/:deviceId/series': { from: '2026-06-01', to: '2026-06-10', points: 100 },
    'GET /events': { forS: 0 },
    'GET /bulletins': { ...page, kind: 'news', locale: 'en-US', search: 'new' },
    'PUT /bulletins/:bulletinId/file': { name: 'manual.txt' },
  }
}
