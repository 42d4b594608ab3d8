import Type, { type Static } from 'typebox'
import { importStates, maxImportRows } from '../history-import.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

/** One file of measured history that a person imported into a station. */
export const HistoryImport = object({
  id: Id,
  fileName: Type.String(),
  /** User who imported it. */
  userName: Type.String(),
  at: Instant,
  /** `sending`: started and not finished; `undoing`: its rows are being removed. */
  state: oneOf(importStates),
  /** Number of the newest accepted request; -1: none. */
  lastSeq: Type.Integer({ minimum: -1 }),
  /** Number of announced rows, of stored rows, and of refused or skipped rows. */
  rows: Count,
  accepted: Count,
  refused: Count,
  /** First and last instant of the stored rows. */
  from: Nullable(Instant),
  to: Nullable(Instant),
  undoUntil: Instant,
  undoneAt: Nullable(Instant),
})
export type HistoryImport = Static<typeof HistoryImport>

export const NewHistoryImport = object({
  fileName: Type.String({ minLength: 1, maxLength: 200 }),
  /** Identifies file and import plan: an unfinished import with the same fingerprint is resumed. */
  fingerprint: Type.String({ minLength: 8, maxLength: 64, pattern: '^[0-9a-zA-Z_-]+$' }),
  rows: Count,
  refused: Count,
})
export type NewHistoryImport = Static<typeof NewHistoryImport>

/** Rows of one source, in the order of `importDeviceFields` or `importSensorFields`. */
const source = {
  /** Null: the station's sensors. */
  deviceId: Nullable(Id),
  /** Interval of the rows. */
  intervalS: Type.Integer({ minimum: 60, maximum: 3600 }),
  rows: Type.Array(Type.Array(Nullable(Type.Number()), { minItems: 2, maxItems: 6 }), {
    minItems: 1,
    maxItems: maxImportRows,
  }),
}

export const ImportCheck = object({
  ...source,
  /** Rows of an unfinished import of this file do not count as existing rows. */
  fingerprint: NewHistoryImport.properties.fingerprint,
})
export type ImportCheck = Static<typeof ImportCheck>

export const ImportRows = object({ seq: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), ...source })
export type ImportRows = Static<typeof ImportRows>

/** Result of the rows of a request, actual or predicted. */
export const ImportOutcome = object({
  accepted: Count,
  /** Implausible values of accepted rows, which are kept aside. */
  keptAside: Count,
  /** By index in the request; the code is a reason for refusing loggers' rows, or `row.existing`. */
  refused: Type.Array(object({ index: Type.Integer(), code: Type.String() })),
})
export type ImportOutcome = Static<typeof ImportOutcome>
