import Type from 'typebox'
import { DayDate, Id, object, oneOf, Status } from '../entities/common.ts'
import { exportStyle, ExportTask, ExportTaskInput } from '../entities/export-task.ts'
import { statisticsPeriods } from '../entities/statistics.ts'
import { alarmFilters } from './alarm.ts'
import { commandFilters } from './command.ts'
import { mostRows } from '../fleet-rules.ts'
import { type EndpointSpec, Nothing, page } from './endpoint.ts'
import { idPattern, stationFilters } from './station.ts'
import { historyColumnChoice, historyFilters, operationFilters, signInFilters } from './record.ts'

/** Resolutions of day curves: 5-minute means, or means of these. */
export const exportResolutions = ['5m', '15m', '1h'] as const

const resolution = Type.Optional(oneOf(exportResolutions))
const search = Type.Optional(Type.String({ maxLength: 80 }))
const taskParams = object({ exportTaskId: Id })

/** Each export has the figures of the endpoint of the same name. Ids in the query are checked like ids in the path. */
export const exportEndpoints = {
  'GET /exports/stations': {
    access: 'account',
    summary: 'The list of stations as a file',
    query: object({
      ...exportStyle,
      ...stationFilters,
      /** Comma-separated ids of the selected stations; others are left out. */
      among: Type.Optional(Type.String({ pattern: `^${idPattern}(,${idPattern}){0,${mostRows - 1}}$` })),
    }),
    reply: Nothing,
    download: true,
    errors: [],
  },
  'GET /exports/devices': {
    access: 'account',
    summary: 'The list of devices as a file',
    query: object({ ...exportStyle, search, status: Type.Optional(Status), stationId: Type.Optional(Id) }),
    reply: Nothing,
    download: true,
    errors: ['notFound'],
  },
  'GET /exports/alarms': {
    access: 'account',
    right: 'alarms',
    summary: 'The list of alarms as a file',
    query: object({ ...exportStyle, ...alarmFilters }),
    reply: Nothing,
    download: true,
    errors: ['notFound', 'access.denied'],
  },
  'GET /exports/operations': {
    access: 'account',
    right: 'logs',
    summary: 'The operation log as a file',
    query: object({ ...exportStyle, ...operationFilters }),
    reply: Nothing,
    download: true,
    errors: ['notFound', 'access.denied'],
  },
  'GET /exports/commands': {
    access: 'account',
    summary: 'The list of commands to devices as a file',
    query: object({ ...exportStyle, ...commandFilters }),
    reply: Nothing,
    download: true,
    errors: ['notFound'],
  },
  'GET /exports/sign-ins': {
    access: 'account',
    summary: 'Attempts to sign in to the own account and its sub-accounts as a file',
    query: object({ ...exportStyle, ...signInFilters }),
    reply: Nothing,
    download: true,
    errors: [],
  },
  'GET /exports/device-history': {
    access: 'account',
    right: 'logs',
    summary: 'Frames of a device as a file; of more than 92 days: POST /export-tasks',
    query: object({ ...exportStyle, ...historyFilters, deviceId: Id, columns: historyColumnChoice }),
    reply: Nothing,
    download: true,
    errors: ['notFound', 'access.denied', 'period.tooLong'],
  },
  'GET /exports/station-day': {
    access: 'account',
    summary: 'The day curve of a station as a file, with the quality of each bin',
    query: object({ ...exportStyle, stationId: Id, date: DayDate, resolution }),
    reply: Nothing,
    download: true,
    errors: ['notFound'],
  },
  'GET /exports/device-day': {
    access: 'account',
    summary: 'The day curve of a device as a file, with the quality of each bin',
    query: object({ ...exportStyle, deviceId: Id, date: DayDate, resolution }),
    reply: Nothing,
    download: true,
    errors: ['notFound'],
  },
  'GET /exports/station-statistics': {
    access: 'account',
    summary: 'The bars of a week, month, year or all time of a station as a file',
    query: object({ ...exportStyle, stationId: Id, period: oneOf(statisticsPeriods), date: Type.Optional(DayDate) }),
    reply: Nothing,
    download: true,
    errors: ['notFound'],
  },
  'GET /exports/device-statistics': {
    access: 'account',
    summary: 'The bars of a week, month, year or all time of a device as a file',
    query: object({ ...exportStyle, deviceId: Id, period: oneOf(statisticsPeriods), date: Type.Optional(DayDate) }),
    reply: Nothing,
    download: true,
    errors: ['notFound'],
  },
  'GET /export-tasks': {
    access: 'account',
    summary: 'Own exports that were asked for, newest first',
    query: object(page),
    reply: Type.Array(ExportTask),
    paged: true,
    errors: [],
  },
  'POST /export-tasks': {
    access: 'account',
    summary: 'Have a long export written; it is kept for some days',
    body: ExportTaskInput,
    reply: ExportTask,
    errors: ['notFound', 'access.denied', 'period.tooLong', 'export.tooMany'],
  },
  'GET /export-tasks/:exportTaskId/file': {
    access: 'account',
    summary: 'The file of an export that is done',
    params: taskParams,
    reply: Nothing,
    download: true,
    errors: ['notFound', 'access.denied', 'export.notReady', 'service.unavailable'],
  },
  'DELETE /export-tasks/:exportTaskId': {
    access: 'account',
    summary: 'Stop an export and remove its file',
    params: taskParams,
    reply: Nothing,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>
