import Type from 'typebox'
import { Id, object } from '../entities/common.ts'
import { HistoryImport, ImportCheck, ImportOutcome, ImportRows, NewHistoryImport } from '../entities/history-import.ts'
import type { EndpointSpec } from './endpoint.ts'

const station = object({ stationId: Id })
const one = object({ stationId: Id, importId: Id })

export const historyImportEndpoints = {
  'GET /stations/:stationId/imports': {
    access: 'main',
    right: 'manage',
    summary: 'Files of measured history that people brought into a station, newest first',
    params: station,
    reply: Type.Array(HistoryImport),
    errors: ['notFound'],
  },
  'POST /stations/:stationId/imports/check': {
    access: 'main',
    right: 'manage',
    unlogged: true,
    summary: 'What would come of rows of a file; changes nothing',
    params: station,
    body: ImportCheck,
    reply: ImportOutcome,
    errors: ['notFound', 'import.noSensors'],
  },
  'POST /stations/:stationId/imports': {
    access: 'main',
    right: 'manage',
    summary: 'Begin an import, or go on with one of the same file that has not ended',
    params: station,
    body: NewHistoryImport,
    reply: HistoryImport,
    errors: ['notFound'],
  },
  'POST /stations/:stationId/imports/:importId/rows': {
    access: 'main',
    right: 'manage',
    unlogged: true,
    summary: 'Rows of an import; a number that came before changes nothing',
    params: one,
    body: ImportRows,
    reply: ImportOutcome,
    errors: ['notFound', 'import.ended', 'import.noSensors', 'service.storageFull', 'service.unavailable'],
  },
  'POST /stations/:stationId/imports/:importId/end': {
    access: 'main',
    right: 'manage',
    summary: 'All rows of an import were sent',
    params: one,
    reply: HistoryImport,
    errors: ['notFound', 'import.ended'],
  },
  'POST /stations/:stationId/imports/:importId/undo': {
    access: 'main',
    right: 'manage',
    summary:
      'Take the rows of an import out again, within 30 days; a job does it, and computes anew what followed from them',
    params: one,
    reply: HistoryImport,
    errors: ['notFound', 'import.undoEnded'],
  },
} as const satisfies Record<string, EndpointSpec>
