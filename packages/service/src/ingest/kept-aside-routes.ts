import type { Handlers } from '../http/handler.ts'
import { listKeptAside, takeIn } from './kept-aside.ts'

export const keptAsideRoutes = {
  'GET /stations/:stationId/kept-aside': async (service, { params, query }) => ({
    data: await listKeptAside(service, params.stationId, query.date),
  }),
  'POST /stations/:stationId/kept-aside': async (service, { account, params, body }) => {
    await takeIn(service, params.stationId, body, account.userName)
    return { data: null }
  },
} satisfies Partial<Handlers>
