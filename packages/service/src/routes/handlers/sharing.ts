import type { EndpointName } from '@helioport/contract/endpoints'
import { assignDevices, unassignDevice } from '../../rules/assignment.ts'
import { addUnassignedDevice, changeDevice, listUnassigned, removeDevice } from '../../rules/device-edit.ts'
import { listLoggers } from '../../rules/logger.ts'
import { listMonitoredAccounts } from '../../rules/monitored-account.ts'
import { pageOf } from '../../rules/page.ts'
import { clearStationPicture, getPicture, setStationPicture } from '../../rules/picture.ts'
import { listSerials, replaceDevice } from '../../rules/replacement.ts'
import {
  acceptShare,
  changeShare,
  dropIncomingShare,
  inviteByName,
  listIncomingShares,
  listShares,
  removeShare,
} from '../../rules/share.ts'
import { askDeletion, carryOutDeletion, changeStation, orderStations } from '../../rules/station-edit.ts'
import {
  addSubAccount,
  changeSubAccount,
  listSubAccounts,
  removeSubAccount,
  setSubAccountPassword,
} from '../../rules/sub-account.ts'
import {
  addCo2Factor,
  addTariff,
  changeTariff,
  listCo2Factors,
  listCorrections,
  listTariffs,
  removeCo2Factor,
  removeTariff,
} from '../../rules/tariff-edit.ts'
import type { Handlers } from '../handler.ts'

type Own = Extract<
  EndpointName,
  | `${string} /sub-accounts${string}`
  | `${string} /stations/:stationId/${'shares' | 'tariff' | 'co2-factors' | 'picture' | 'logo' | 'devices' | 'deletion'}${string}`
  | `${string} /incoming-shares${string}`
  | 'GET /monitored-accounts'
  | `${'PUT' | 'DELETE'} /stations/:stationId`
  | 'PUT /station-order'
  | 'GET /pictures/:pictureId'
  | `${string} /devices/unassigned`
  | `${'PUT' | 'DELETE'} /devices/:deviceId`
  | `${string} /devices/:deviceId/${'replacement' | 'serials'}`
  | 'GET /loggers'
>

/** Sub-accounts, shares, and what is edited at stations and devices. */
export const sharingHandlers: Handlers<Own> = {
  'GET /sub-accounts': async (service, { account, query }) =>
    pageOf(await listSubAccounts(service, account.accountId), query),
  'POST /sub-accounts': async (service, { account, body }) => ({
    data: await addSubAccount(service, account.accountId, body),
  }),
  'PUT /sub-accounts/:subAccountId': async (service, { account, params, body }) => ({
    data: await changeSubAccount(service, account.accountId, params.subAccountId, body),
  }),
  'PUT /sub-accounts/:subAccountId/password': async (service, { account, params, body }) => {
    await setSubAccountPassword(service, account.accountId, params.subAccountId, body.password)
    return { data: null }
  },
  'DELETE /sub-accounts/:subAccountId': async (service, { account, params }) => {
    await removeSubAccount(service, account.accountId, params.subAccountId)
    return { data: null }
  },

  'GET /stations/:stationId/shares': async (service, { params, query }) =>
    pageOf(await listShares(service, params.stationId), query),
  'POST /stations/:stationId/shares': async (service, { account, params, body }) => ({
    data: await inviteByName(service, account, params.stationId, body),
  }),
  'PUT /stations/:stationId/shares/:shareId': async (service, { params, body }) => ({
    data: await changeShare(service, params, body),
  }),
  'DELETE /stations/:stationId/shares/:shareId': async (service, { params }) => {
    await removeShare(service, params)
    return { data: null }
  },
  'GET /incoming-shares': async (service, { account, query }) =>
    pageOf(await listIncomingShares(service, account.accountId), query),
  'POST /incoming-shares/:incomingShareId/acceptance': async (service, { account, params }) => ({
    data: await acceptShare(service, account.accountId, params.incomingShareId),
  }),
  'DELETE /incoming-shares/:incomingShareId': async (service, { account, params }) => {
    await dropIncomingShare(service, account.accountId, params.incomingShareId)
    return { data: null }
  },
  'GET /monitored-accounts': async (service, { account, query }) =>
    pageOf(await listMonitoredAccounts(service, account.accountId), query),

  'PUT /station-order': async (service, { body }) => {
    await orderStations(service, body.stationIds)
    return { data: null }
  },
  'PUT /stations/:stationId': async (service, { account, params, body }) => ({
    data: await changeStation(service, account.accountId, params.stationId, body),
  }),
  'POST /stations/:stationId/deletion': async (service, { account, params }) => ({
    data: await askDeletion(service, account.accountId, params.stationId),
  }),
  'DELETE /stations/:stationId': async (service, { account, params, body }) => {
    await carryOutDeletion(service, account.accountId, params.stationId, body)
    return { data: null }
  },
  'PUT /stations/:stationId/picture': async (service, { account, params, body }) => ({
    data: await setStationPicture(service, account.accountId, params.stationId, 'picture', body),
  }),
  'DELETE /stations/:stationId/picture': async (service, { params }) => {
    await clearStationPicture(service, params.stationId, 'picture')
    return { data: null }
  },
  'PUT /stations/:stationId/logo': async (service, { account, params, body }) => ({
    data: await setStationPicture(service, account.accountId, params.stationId, 'logo', body),
  }),
  'DELETE /stations/:stationId/logo': async (service, { params }) => {
    await clearStationPicture(service, params.stationId, 'logo')
    return { data: null }
  },
  'GET /pictures/:pictureId': async (service, { account, params }) => ({
    file: await getPicture(service, account.accountId, params.pictureId),
  }),

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

  'GET /devices/unassigned': async (service, { account, query }) =>
    pageOf(await listUnassigned(service, account.accountId), query),
  'POST /devices/unassigned': async (service, { account, body }) => ({
    data: await addUnassignedDevice(service, account.accountId, body),
  }),
  'POST /stations/:stationId/devices': async (service, { account, params, body }) => ({
    data: await assignDevices(service, account.accountId, params.stationId, body.deviceIds),
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
  'GET /loggers': async (service, { account, query }) => pageOf(await listLoggers(service, account.accountId), query),
}
