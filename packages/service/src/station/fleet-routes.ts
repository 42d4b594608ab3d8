import type { Handlers } from '../http/handler.ts'
import { findStationIds } from './list-stations.ts'
import { inviteToMany } from './share/share.ts'
import {
  addTag,
  changeTag,
  chooseReported,
  forgetFilter,
  listSavedFilters,
  listTags,
  removeTag,
  saveFilter,
  tagStations,
} from './tag/tag.ts'

export const fleetRoutes = {
  'GET /station-ids': async (service, { account, query }) => ({
    data: await findStationIds(service, account.accountId, query),
  }),
  'GET /station-tags': async (service, { account }) => ({
    data: await listTags(service, account),
  }),
  'POST /station-tags': async (service, { account, body }) => ({
    data: await addTag(service, account.accountId, body),
  }),
  'PUT /station-tags/:stationTagId': async (service, { account, params, body }) => ({
    data: await changeTag(service, account.accountId, params.stationTagId, body.name),
  }),
  'DELETE /station-tags/:stationTagId': async (service, { account, params }) => {
    await removeTag(service, account.accountId, params.stationTagId)
    return { data: null }
  },
  'PUT /station-tags/:stationTagId/stations': async (service, { account, params, body }) => ({
    data: await tagStations(service, account.accountId, params.stationTagId, body),
  }),
  'PUT /account/report-stations': async (service, { account, body }) => ({
    data: await chooseReported(service, account.accountId, body),
  }),
  'POST /station-shares': async (service, { account, body, connection }) => ({
    data: await inviteToMany(service, account, body, connection.language ?? 'zh-CN'),
  }),
  'GET /saved-filters': async (service, { account, query }) => ({
    data: await listSavedFilters(service, account.accountId, query.list),
  }),
  'POST /saved-filters': async (service, { account, body }) => ({
    data: await saveFilter(service, account.accountId, body),
  }),
  'DELETE /saved-filters/:savedFilterId': async (service, { account, params }) => {
    await forgetFilter(service, account.accountId, params.savedFilterId)
    return { data: null }
  },
} satisfies Partial<Handlers>
