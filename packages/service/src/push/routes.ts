import type { Handlers } from '../http/handler.ts'
import { addPushDevice, listPushDevices, removePushDevice, tryPushDevice } from './device.ts'
import { pushKeys } from './key.ts'

export const pushRoutes = {
  'GET /push-key': async ({ settings }) => ({ data: { publicKey: pushKeys(settings).publicKey } }),
  'GET /push-devices': async (service, { account }) => ({ data: await listPushDevices(service, account.accountId) }),
  'POST /push-devices': async (service, { account, body, connection }) => ({
    data: await addPushDevice(service, account.accountId, body, connection.userAgent),
  }),
  'POST /push-devices/:pushDeviceId/test': async (service, { account, params }) => {
    await tryPushDevice(service, account.accountId, params.pushDeviceId)
    return { data: null }
  },
  'DELETE /push-devices/:pushDeviceId': async (service, { account, params }) => {
    await removePushDevice(service, account.accountId, params.pushDeviceId)
    return { data: null }
  },
} satisfies Partial<Handlers>
