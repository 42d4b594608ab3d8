import { clearFile, getFile, setFile } from './file.ts'
import { changeBulletin, listBulletins, markRead, publishBulletin, removeBulletin } from './publish.ts'
import type { Handlers } from '../http/handler.ts'

export const bulletinRoutes = {
  'GET /bulletins': async (service, { account, query }) => listBulletins(service, account.accountId, query),
  'POST /bulletin-reads': async (service, { account, body }) => {
    await markRead(service, account.accountId, body.bulletinIds)
    return { data: null }
  },
  'POST /bulletins': async (service, { account, body }) => ({
    data: await publishBulletin(service, account.accountId, body),
  }),
  'PUT /bulletins/:bulletinId': async (service, { account, params, body }) => ({
    data: await changeBulletin(service, account.accountId, params.bulletinId, body),
  }),
  'DELETE /bulletins/:bulletinId': async (service, { params }) => {
    await removeBulletin(service, params.bulletinId)
    return { data: null }
  },
  'GET /bulletins/:bulletinId/file': async (service, { account, params }) => ({
    file: await getFile(service, account.accountId, params.bulletinId),
  }),
  'PUT /bulletins/:bulletinId/file': async (service, { account, params, query, body }) => ({
    data: await setFile(service, account.accountId, params.bulletinId, query.name, body),
  }),
  'DELETE /bulletins/:bulletinId/file': async (service, { account, params }) => ({
    data: await clearFile(service, account.accountId, params.bulletinId),
  }),
} satisfies Partial<Handlers>
