import { ApiError, call } from '@helioport/api-client'
import { type HistoryImport, maxImportRows } from '@helioport/contract'
import type { Reader, ReadFile, SourceSize } from './reader.ts'

/** A refused line with the code of the reason. */
export interface RefusedLine {
  /** Only if there are several files. */
  file?: string | undefined
  line: number
  code: string
}

/** The service's result for the rows of a file. */
export interface Checked {
  accepted: number
  keptAside: number
  /** Number of refused rows by reason; `lines`: the first of them. */
  refused: Map<string, number>
  lines: RefusedLine[]
  /** For each source, the rows that are not sent. */
  skipped: Set<number>[]
}

export interface Work {
  stationId: string
  reader: Reader
  file: ReadFile
  /** Number of rows done so far. */
  onProgress: (done: number) => void
  signal: AbortSignal
  /** Waits; tests pass a function that returns at once. */
  wait: (ms: number) => Promise<void>
}

const listedLines = 300
const [firstWaitMs, longestWaitMs, mostTries] = [1000, 30_000, 12]
/** Transient errors: the request is repeated, which is idempotent. */
const passing: readonly string[] = [
  'client.timeout',
  'client.offline',
  'service.unavailable',
  'service.databaseDown',
  'request.tooMany',
]

/**
 * Asks the service for the result of the rows without storing anything (dry run). Rejects with ApiError, ReadProblem,
 * or the signal's reason.
 */
export async function checkFile(work: Work): Promise<Checked> {
  const { stationId, file, onProgress } = work
  const checked: Checked = { accepted: 0, keptAside: 0, refused: new Map(), lines: [], skipped: [] }
  let done = 0
  for (const [nth, source] of file.sources.entries()) {
    const skipped = new Set<number>()
    checked.skipped.push(skipped)
    for (let from = 0; from < source.count; from += maxImportRows) {
      const { rows, lines, files } = await work.reader.rows(nth, from, maxImportRows)
      const body = { ...about(source), fingerprint: file.fingerprint, rows }
      const outcome = await again(work, async () =>
        call('POST /stations/:stationId/imports/check', { params: { stationId }, body }),
      )
      checked.accepted += outcome.accepted
      checked.keptAside += outcome.keptAside
      for (const { index, code } of outcome.refused) {
        skipped.add(from + index)
        checked.refused.set(code, (checked.refused.get(code) ?? 0) + 1)
        if (checked.lines.length < listedLines)
          checked.lines.push({ file: files?.[index], line: lines[index] ?? 0, code })
      }
      done += rows.length
      onProgress(done)
    }
  }
  return checked
}

/**
 * Sends the accepted rows and ends the import. Requests are numbered: an interrupted file continues where the service
 * is, and a request whose answer was lost counts once. Rejects as `checkFile`.
 */
export async function sendFile(work: Work, fileName: string, checked: Checked): Promise<HistoryImport> {
  const { stationId, file, onProgress } = work
  const refused = file.lost + [...checked.refused.values()].reduce((sum, count) => sum + count, 0)
  const begin = { fileName: fileName.slice(0, 200), fingerprint: file.fingerprint, rows: checked.accepted, refused }
  const own = await again(work, async () =>
    call('POST /stations/:stationId/imports', { params: { stationId }, body: begin }),
  )
  const params = { stationId, importId: own.id }
  let [seq, done] = [-1, 0]
  for (const [nth, source] of file.sources.entries()) {
    for (let from = 0; from < source.count; from += maxImportRows) {
      seq += 1
      const count = Math.min(maxImportRows, source.count - from)
      if (seq > own.lastSeq) {
        const read = await work.reader.rows(nth, from, maxImportRows)
        const rows = read.rows.filter((_, index) => !checked.skipped[nth]?.has(from + index))
        const body = { ...about(source), seq, rows }
        if (rows.length > 0)
          await again(work, async () => call('POST /stations/:stationId/imports/:importId/rows', { params, body }))
      }
      done += count
      onProgress(done)
    }
  }
  return again(work, async () => call('POST /stations/:stationId/imports/:importId/end', { params }))
}

const about = ({ deviceId, intervalS }: SourceSize) => ({ deviceId, intervalS })

async function again<T>({ signal, wait }: Work, send: () => Promise<{ data: T | null }>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted()
    try {
      const { data } = await send()
      if (data === null) throw new ApiError('client.badReply', 0)
      return data
    } catch (error) {
      if (!(error instanceof ApiError) || !passing.includes(error.code) || tries >= mostTries) throw error
      await wait(Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)))
    }
  }
}
