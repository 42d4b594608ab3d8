import Type, { type Static } from 'typebox'
import { DayDate, Id, Instant, Nullable, object, oneOf } from './common.ts'
import { messageLocales } from '../locales.ts'
import { type ExportKind, exportRightOf } from '../rights.ts'

export const exportFormats = ['csv', 'xlsx'] as const
const exportKinds = Object.keys(exportRightOf) as ExportKind[]

/** Format of a file: headings and numbers in this language, instants in this zone (default: the station's). */
export const exportStyle = {
  format: oneOf(exportFormats),
  locale: oneOf(messageLocales),
  timeZone: Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_+/-]{1,63}$' })),
}

/** An export that runs as a task; local days, both included. */
export const ExportTaskInput = object({
  kind: oneOf(exportKinds),
  ...exportStyle,
  /** For kinds about one station or device, or to filter a list. */
  stationId: Type.Optional(Id),
  deviceId: Type.Optional(Id),
  from: Type.Optional(DayDate),
  to: Type.Optional(DayDate),
})
export type ExportTaskInput = Static<typeof ExportTaskInput>

export const exportTaskStates = ['queued', 'running', 'done', 'failed', 'stopped'] as const

export const ExportTask = object({
  ...ExportTaskInput.properties,
  id: Id,
  state: oneOf(exportTaskStates),
  /** Why it failed or was stopped: an error code. */
  errorCode: Nullable(Type.String()),
  rows: Type.Integer(),
  bytes: Type.Integer(),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
  /** When the file is removed. */
  expiresAt: Instant,
})
export type ExportTask = Static<typeof ExportTask>
