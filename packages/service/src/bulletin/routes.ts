import { changeBulletin, listBulletins, publishBulletin, removeBulletin } from './publish.ts'
import type { Handlers } from '../http/handler.ts'

export const bulletinRoutes = {
  'GET /bulletins': async (service, { query }) => listBulletins(service, query),
  'POST /bulletins': async (service, { body }) => ({ data: await publishBulletin(service, body) }),
  'PUT /bulletins/:bulletinId': async (service, { params, body }) => ({
    data: await changeBulletin(service, params.bulletinId, body),
  }),
  'DELETE /bulletins/:bulletinId': async (service, { params }) => {
    await removeBulletin(service, params.bulletinId)
    return { data: null }
  },
} satisfies Partial<Handlers>
