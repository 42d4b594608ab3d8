import type { ChosenPlan, DaySum, Guess, KnownDevice, Loss, SumRow } from '@helioport/import/text'

/** What of a source is to be sent. */
export interface SourceSize {
  deviceId: string | null
  intervalS: number
  count: number
}

/** What was read of a file, without its rows: those stay with whoever read them. */
export interface ReadFile {
  /** Of so many files. */
  files: number
  fingerprint: string
  /** Lines with measurements. */
  records: number
  /** Lines that are there twice with the same values. */
  repeated: number
  intervalMinutes: number
  from: number
  to: number
  days: DaySum[]
  sources: SourceSize[]
  /** Lines that sum others up, and are left out. */
  sums: SumRow[]
  /** Lines of which something was not taken, and the first of them. */
  lost: number
  losses: Loss[]
}

export interface ReadRows {
  rows: (number | null)[][]
  lines: number[]
  /** Of each row the file where there are several. */
  files?: string[]
}

/** Reads files of the same columns, away from the page. Rejects with `ReadProblem`. */
export interface Reader {
  guess: (zone: string, devices: readonly KnownDevice[]) => Promise<Guess>
  read: (chosen: ChosenPlan, zone: string, devices: readonly KnownDevice[]) => Promise<ReadFile>
  /** Rows `from` to `from + count` of the n-th source. */
  rows: (source: number, from: number, count: number) => Promise<ReadRows>
  close: () => void
}

/** `onShare` hears how much of them is read. */
export type OpenReader = (files: readonly File[], onShare: (share: number) => void) => Reader

/** Why a file cannot be read: a code of `FileProblem`, or `failed`. */
export class ReadProblem extends Error {
  readonly code: string
  /** The name of the file; null: all of them. */
  readonly file: string | null

  constructor(code: string, message: string, file: string | null = null) {
    super(message)
    this.code = code
    this.file = file
  }
}
