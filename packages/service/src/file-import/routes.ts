import type { Handlers } from '../http/handler.ts'
import { checkRows } from './check-rows.ts'
import { listImports } from './show-import.ts'
import { beginImport, endImport, takeRows } from './take-rows.ts'
import { undoImport } from './undo-import.ts'

export const fileImportRoutes = {
  'GET /stations/:stationId/imports': async (service, { params }) => ({
    data: await listImports(service, params.stationId),
  }),
  'POST /stations/:stationId/imports/check': async (service, { params, body }) => ({
    data: await checkRows(service, params.stationId, body),
  }),
  'POST /stations/:stationId/imports': async (service, { account, params, body }) => ({
    data: await beginImport(service, params.stationId, body, account.userName),
  }),
  'POST /stations/:stationId/imports/:importId/rows': async (service, { params, body }) => ({
    data: await takeRows(service, params.stationId, params.importId, body),
  }),
  'POST /stations/:stationId/imports/:importId/end': async (service, { params }) => ({
    data: await endImport(service, params.stationId, params.importId),
  }),
  'POST /stations/:stationId/imports/:importId/undo': async (service, { params }) => ({
    data: await undoImport(service, params.stationId, params.importId),
  }),
} satisfies Partial<Handlers>
