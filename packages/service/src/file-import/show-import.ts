import { type HistoryImport, importUndoDays } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import type { Service } from '../base/service.ts'
import { findImports, type ImportRow } from './queries/history-import.ts'

export const undoMs = importUndoDays * 86_400_000

/** Newest first. */
export async function listImports(service: Service, stationId: string): Promise<HistoryImport[]> {
  return (await findImports(service.db.read, stationId)).map(showImport)
}

/** An import as people see it. */
export function showImport(row: ImportRow): HistoryImport {
  return {
    id: row.id,
    fileName: row.file_name,
    userName: row.user_name,
    at: iso(row.at),
    state: row.state,
    lastSeq: row.last_seq,
    rows: row.rows,
    accepted: row.accepted,
    refused: row.refused,
    from: row.first_ts === null ? null : iso(row.first_ts),
    to: row.last_ts === null ? null : iso(row.last_ts),
    undoUntil: iso(row.at + undoMs),
    undoneAt: row.undone_at === null ? null : iso(row.undone_at),
  }
}
