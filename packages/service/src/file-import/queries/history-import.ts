import type { HistoryImport, NewHistoryImport } from '@helioport/contract'
import { query, type Session, type Transaction } from '../../database/session.ts'

/** Instants in epoch ms. */
export interface ImportRow {
  no: number
  id: string
  station_id: string
  user_name: string
  file_name: string
  fingerprint: string
  state: HistoryImport['state']
  at: number
  last_seq: number
  rows: number
  accepted: number
  refused: number
  first_ts: number | null
  last_ts: number | null
  undone_at: number | null
}

const columns = `no, id, station_id, user_name, file_name, fingerprint, state, at, last_seq, rows, accepted, refused,
  first_ts, last_ts, undone_at`

/** Newest first. */
export async function findImports(db: Session, stationId: string): Promise<ImportRow[]> {
  const { rows } = await query<ImportRow>(
    db,
    `select ${columns} from history_import where station_id = $1 order by at desc, no desc limit 500`,
    [stationId],
  )
  return rows
}

export async function findImport(db: Session, stationId: string, importId: string): Promise<ImportRow | undefined> {
  const { rows } = await query<ImportRow>(
    db,
    `select ${columns} from history_import where station_id = $1 and id = $2`,
    [stationId, importId],
  )
  return rows[0]
}

/** The import of the same file that was begun and has not ended. */
export async function findBegun(db: Session, stationId: string, fingerprint: string): Promise<ImportRow | undefined> {
  const { rows } = await query<ImportRow>(
    db,
    `select ${columns} from history_import where station_id = $1 and fingerprint = $2 and state = 'sending'
     order by no desc limit 1`,
    [stationId, fingerprint],
  )
  return rows[0]
}

export async function insertImport(
  tx: Transaction,
  { stationId, userName, now, ...input }: NewHistoryImport & { stationId: string; userName: string; now: number },
): Promise<ImportRow> {
  const { rows } = await query<ImportRow>(
    tx,
    `insert into history_import (station_id, user_name, file_name, fingerprint, rows, refused, at)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [stationId, userName, input.fileName, input.fingerprint, input.rows, input.refused, new Date(now)],
  )
  const [made] = rows
  if (!made) throw new Error('no row came back')
  return made
}

const dateOf = (at: number | null) => (at === null ? null : new Date(at))

/** Adds the outcome of one request; false: the import has ended meanwhile. Each request counts once. */
export async function noteTaken(
  tx: Transaction,
  no: number,
  taken: { seq: number; accepted: number; refused: number; first: number | null; last: number | null },
): Promise<boolean> {
  const { rowCount } = await query(
    tx,
    `update history_import set last_seq = greatest(last_seq, $2), accepted = accepted + $3,
       refused = refused + case when last_seq < $2 then $4 else 0 end,
       first_ts = least(first_ts, $5), last_ts = greatest(last_ts, $6)
     where no = $1 and state = 'sending'`,
    [no, taken.seq, taken.accepted, taken.refused, dateOf(taken.first), dateOf(taken.last)],
  )
  return rowCount === 1
}

/** Widens the stretch of a source that holds rows of the import. */
export async function widenSource(
  tx: Transaction,
  no: number,
  source: { loggerNo: number; deviceNo: number | null; first: number; last: number },
): Promise<void> {
  await query(
    tx,
    `insert into history_import_source (import_no, logger_no, device_no, first_ts, last_ts) values ($1, $2, $3, $4, $5)
     on conflict (import_no, logger_no, coalesce(device_no, 0)) do update
       set first_ts = least(history_import_source.first_ts, excluded.first_ts),
         last_ts = greatest(history_import_source.last_ts, excluded.last_ts)`,
    [no, source.loggerNo, source.deviceNo, new Date(source.first), new Date(source.last)],
  )
}

/** Changes the state where it is one of `from`; undefined: it is not. */
export async function setState(
  tx: Transaction,
  no: number,
  from: readonly HistoryImport['state'][],
  to: HistoryImport['state'],
  undoneAt: number | null = null,
): Promise<ImportRow | undefined> {
  const { rows } = await query<ImportRow>(
    tx,
    `update history_import set state = $3, undone_at = $4 where no = $1 and state = any($2) returning ${columns}`,
    [no, from, to, undoneAt === null ? null : new Date(undoneAt)],
  )
  return rows[0]
}
