import type { Handlers } from '../http/handler.ts'
import { editValuesOf } from './edit-values.ts'
import { listKeptAside, takeIn } from './kept-aside.ts'

export const keptAsideRoutes = {
  'GET /stations/:stationId/kept-aside': async (service, { params, query }) => ({
    data: await listKeptAside(service, params.stationId, query.date),
  }),
  'POST /stations/:stationId/kept-aside': async (service, { account, params, body }) => {
    await takeIn(service, params.stationId, body, account.userName)
    return { data: null }
  },
  'POST /stations/:stationId/value-edits': async (service, { account, params, body }) => ({
    data: await editValuesOf(service, params.stationId, body, account.userName),
  }),
} satisfies Partial<Handlers>
