import { pageOf } from '../base/page.ts'
import { assignDevices, unassignDevice } from './assignment.ts'
import { addUnassignedDevice, changeDevice, listUnassigned, removeDevice } from './device-edit.ts'
import { getDeviceModules, moduleTypes, putModules, removeModules } from './device-modules.ts'
import { addDevice, getDevice, listDevices } from './device.ts'
import { listSerials, replaceDevice } from './replacement.ts'
import type { Handlers } from '../http/handler.ts'

export const deviceRoutes = {
  'GET /devices/unassigned': async (service, { account, query }) =>
    pageOf(await listUnassigned(service, account.accountId), query),
  'POST /devices/unassigned': async (service, { account, body }) => ({
    data: await addUnassignedDevice(service, account.accountId, body),
  }),
  'POST /stations/:stationId/devices': async (service, { account, params, body }) => ({
    data: await assignDevices(service, account, params.stationId, body.deviceIds),
  }),
  'DELETE /stations/:stationId/devices/:deviceId': async (service, { params }) => {
    await unassignDevice(service, params)
    return { data: null }
  },
  'PUT /devices/:deviceId': async (service, { account, params, body }) => ({
    data: await changeDevice(service, account.accountId, params.deviceId, body),
  }),
  'DELETE /devices/:deviceId': async (service, { params }) => {
    await removeDevice(service, params.deviceId)
    return { data: null }
  },
  'POST /devices/:deviceId/replacement': async (service, { account, params, body }) => ({
    data: await replaceDevice(service, account.accountId, params.deviceId, body),
  }),
  'GET /devices/:deviceId/serials': async (service, { params }) => ({
    data: await listSerials(service, params.deviceId),
  }),
  'GET /module-types': (_service, { query }) => Promise.resolve(pageOf(moduleTypes, query)),
  'GET /devices/:deviceId/modules': async (service, { params }) => ({
    data: await getDeviceModules(service, params.deviceId),
  }),
  'PUT /devices/:deviceId/modules': async (service, { params, body }) => ({
    data: await putModules(service, params.deviceId, body),
  }),
  'DELETE /devices/:deviceId/modules': async (service, { params }) => {
    await removeModules(service, params.deviceId)
    return { data: null }
  },
  'GET /devices': (service, { account, query }) => listDevices(service, account.accountId, query),
  'POST /devices': async (service, { account, body }) => ({ data: await addDevice(service, account.accountId, body) }),
  'GET /devices/:deviceId': async (service, { account, params }) => ({
    data: await getDevice(service, account.accountId, params.deviceId),
  }),
} satisfies Partial<Handlers>
