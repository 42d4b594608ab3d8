import { getAccount, saveAccount } from '../rules/account.ts'
import { addDevice, getDevice, listDevices } from '../rules/device.ts'
import { getDeviceDay } from '../rules/device-day.ts'
import { addLogger } from '../rules/logger.ts'
import { pageOf } from '../rules/page.ts'
import { listRemoteSettingDevices } from '../rules/remote-setting.ts'
import { addStation } from '../rules/station-edit.ts'
import { getStation, listStations } from '../rules/station.ts'
import { getStationDay } from '../rules/station-day.ts'
import type { Handlers } from './handler.ts'
import { registrationHandlers } from './handlers/registration.ts'
import { securityHandlers } from './handlers/security.ts'
import { sessionHandlers } from './handlers/session.ts'
import { alarmHandlers } from './handlers/alarm.ts'
import { commandHandlers } from './handlers/command.ts'
import { exportHandlers } from './handlers/export.ts'
import { liveEventHandlers } from './handlers/live-event.ts'
import { recordHandlers } from './handlers/record.ts'
import { sharingHandlers } from './handlers/sharing.ts'
import { statisticsHandlers } from './handlers/statistics.ts'

/** One handler per endpoint of the table: HTTP in, a rule called, data out. */
export const handlers: Handlers = {
  ...statisticsHandlers,
  ...sharingHandlers,
  ...commandHandlers,
  ...alarmHandlers,
  ...recordHandlers,
  ...exportHandlers,
  ...liveEventHandlers,
  ...sessionHandlers,
  ...registrationHandlers,
  ...securityHandlers,

  'GET /account': async (service, { account }) => ({ data: await getAccount(service, account.accountId) }),
  'PUT /account': async (service, { account, body }) => ({ data: await saveAccount(service, account.accountId, body) }),

  'GET /stations': async (service, { account, query }) =>
    pageOf(await listStations(service, account.accountId, query), query),
  'POST /stations': async (service, { account, body }) => ({
    data: await addStation(service, account.accountId, body),
  }),
  'GET /stations/:stationId': async (service, { account, params }) => ({
    data: await getStation(service, account.accountId, params.stationId),
  }),
  'GET /stations/:stationId/day': async (service, { account, params, query }) => ({
    data: await getStationDay(service, account.accountId, params.stationId, query.date),
  }),

  'GET /devices': async (service, { account, query }) =>
    pageOf(await listDevices(service, account.accountId, query), query),
  'POST /devices': async (service, { account, body }) => ({ data: await addDevice(service, account.accountId, body) }),
  'GET /devices/:deviceId': async (service, { account, params }) => ({
    data: await getDevice(service, account.accountId, params.deviceId),
  }),
  'GET /devices/:deviceId/day': async (service, { account, params, query }) => ({
    data: await getDeviceDay(service, account.accountId, params.deviceId, query.date),
  }),
  'POST /loggers': async (service, { account, body }) => ({ data: await addLogger(service, account.accountId, body) }),
  'GET /remote-settings/devices': async (service, { account, query }) =>
    pageOf(await listRemoteSettingDevices(service, account.accountId, query.stationId), query),
}
