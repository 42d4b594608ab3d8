import type { HistoryImport, ImportOutcome, ImportRows, NewHistoryImport } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { rowTests } from '../ingest/batch.ts'
import { ingest } from '../ingest/take-batch.ts'
import { lockStation } from '../telemetry/queries/frames.ts'
import { findBegun, findImport, insertImport, noteTaken, setState, widenSource } from './queries/history-import.ts'
import { readRows, refusedOf } from './judge-rows.ts'
import { showImport } from './show-import.ts'

/** Begins an import, or continues one of the same file that has not ended. */
export async function beginImport(
  service: Service,
  stationId: string,
  input: NewHistoryImport,
  userName: string,
): Promise<HistoryImport> {
  return service.db.transaction(async (tx) => {
    await lockStation(tx, stationId)
    const begun = await findBegun(tx, stationId, input.fingerprint)
    return showImport(begun ?? (await insertImport(tx, { ...input, stationId, userName, now: service.now() })))
  })
}

/**
 * Takes rows of an import like a batch of their logger, and marks each as the import's. Idempotent: a repeated request
 * changes nothing, whether or not its answer arrived.
 * @throws Problem notFound, import.ended, import.noSensors, service.storageFull, service.unavailable
 */
export async function takeRows(
  service: Service,
  stationId: string,
  importId: string,
  { seq, ...input }: ImportRows,
): Promise<ImportOutcome> {
  const own = await findImport(service.db.read, stationId, importId)
  if (!own) throw new Problem('notFound')
  if (own.state !== 'sending') throw new Problem('import.ended')
  if (seq <= own.last_seq) return { accepted: 0, keptAside: 0, refused: [] }
  const rows = await readRows(service, stationId, input, own.no)
  let keptAside = 0
  const { accepted, rejected } = await ingest(service, rows.logger, rows.batch, rowTests, {
    importNo: own.no,
    note: async (tx, { inserted, aside }) => {
      keptAside = aside
      const { first, last, source } = rows
      const stretch = inserted > 0 ? { first, last } : { first: null, last: null }
      const taken = { seq, accepted: inserted, refused: input.rows.length - inserted, ...stretch }
      if (!(await noteTaken(tx, own.no, taken))) throw new Problem('import.ended')
      if (rows.places.length === 0) return
      await widenSource(tx, own.no, { loggerNo: source.logger_no, deviceNo: source.device_no, first, last })
    },
  })
  return { accepted, keptAside, refused: refusedOf(rows, rejected) }
}

/** @throws Problem notFound, import.ended (it is being undone) */
export async function endImport(service: Service, stationId: string, importId: string): Promise<HistoryImport> {
  const own = await findImport(service.db.read, stationId, importId)
  if (!own) throw new Problem('notFound')
  const ended = await service.db.transaction((tx) => setState(tx, own.no, ['sending', 'done'], 'done'))
  if (!ended) throw new Problem('import.ended')
  return showImport(ended)
}
