import type { ChosenPlan, DaySum, Guess, KnownDevice, Loss, SumRow } from '@helioport/import/text'

/** The rows of one source: its device, their interval and number. */
export interface SourceSize {
  deviceId: string | null
  intervalS: number
  count: number
}

/** Data read from a file, without its rows: these stay in the reader. */
export interface ReadFile {
  /** Number of files. */
  files: number
  fingerprint: string
  /** Lines with measurements. */
  records: number
  /** Duplicate lines with the same values. */
  repeated: number
  intervalMinutes: number
  from: number
  to: number
  days: DaySum[]
  sources: SourceSize[]
  /** Lines with sums of others, which are left out. */
  sums: SumRow[]
  /** Lines of which a value was dropped, and the first of them. */
  lost: number
  losses: Loss[]
}

export interface ReadRows {
  rows: (number | null)[][]
  lines: number[]
  /** File of each row, if there are several. */
  files?: string[]
}

/** Reads files with the same columns, outside the page's thread. Rejects with `ReadProblem`. */
export interface Reader {
  guess: (zone: string, devices: readonly KnownDevice[]) => Promise<Guess>
  read: (chosen: ChosenPlan, zone: string, devices: readonly KnownDevice[]) => Promise<ReadFile>
  /** Rows `from` to `from + count` of the n-th source. */
  rows: (source: number, from: number, count: number) => Promise<ReadRows>
  close: () => void
}

/** `onShare` receives the share that has been read. */
export type OpenReader = (files: readonly File[], onShare: (share: number) => void) => Reader

/** Why a file cannot be read: a code of `FileProblem`, or `failed`. */
export class ReadProblem extends Error {
  readonly code: string
  /** Name of the file; null: all of them. */
  readonly file: string | null

  constructor(code: string, message: string, file: string | null = null) {
    super(message)
    this.code = code
    this.file = file
  }
}
