import Type, { type Static } from 'typebox'
import { importStates, maxImportRows } from '../history-import.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

/** One file of measured history that a person brought into a station. */
export const HistoryImport = object({
  id: Id,
  fileName: Type.String(),
  /** Who did it. */
  userName: Type.String(),
  at: Instant,
  /** `sending`: begun and not ended; `undoing`: its rows are being taken out. */
  state: oneOf(importStates),
  /** Number of the newest request that was taken; -1: none. */
  lastSeq: Type.Integer({ minimum: -1 }),
  /** Rows that were to come, that came in, and that were refused or left out. */
  rows: Count,
  accepted: Count,
  refused: Count,
  /** Of the rows that came in, first and last instant. */
  from: Nullable(Instant),
  to: Nullable(Instant),
  undoUntil: Instant,
  undoneAt: Nullable(Instant),
})
export type HistoryImport = Static<typeof HistoryImport>

export const NewHistoryImport = object({
  fileName: Type.String({ minLength: 1, maxLength: 200 }),
  /** Names file and plan: an import of the same that has not ended goes on. */
  fingerprint: Type.String({ minLength: 8, maxLength: 64, pattern: '^[0-9a-zA-Z_-]+$' }),
  rows: Count,
  refused: Count,
})
export type NewHistoryImport = Static<typeof NewHistoryImport>

/** Rows of one source, as `importDeviceFields` or `importSensorFields` say. */
const source = {
  /** Null: of the station's sensors. */
  deviceId: Nullable(Id),
  /** Distance of the rows. */
  intervalS: Type.Integer({ minimum: 60, maximum: 3600 }),
  rows: Type.Array(Type.Array(Nullable(Type.Number()), { minItems: 2, maxItems: 6 }), {
    minItems: 1,
    maxItems: maxImportRows,
  }),
}

export const ImportCheck = object({
  ...source,
  /** Rows of an import of this file that has not ended are none that were there before. */
  fingerprint: NewHistoryImport.properties.fingerprint,
})
export type ImportCheck = Static<typeof ImportCheck>

export const ImportRows = object({ seq: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), ...source })
export type ImportRows = Static<typeof ImportRows>

/** What came, or would come, of the rows of a request. */
export const ImportOutcome = object({
  accepted: Count,
  /** Values of accepted rows that cannot be true and are kept aside. */
  keptAside: Count,
  /** By place in the request; the code is one of the reasons for which loggers' rows are refused, or `row.existing`. */
  refused: Type.Array(object({ index: Type.Integer(), code: Type.String() })),
})
export type ImportOutcome = Static<typeof ImportOutcome>
