import { query, type Session, type Transaction } from '../../database/session.ts'

/** An import whose rows are being taken out. */
export interface UndoneImport {
  no: number
  station_id: string
  /** Epoch ms. */
  first_ts: number | null
}

export async function findUndoing(db: Session): Promise<UndoneImport | undefined> {
  const { rows } = await query<UndoneImport>(
    db,
    `select no, station_id, first_ts from history_import where state = 'undoing' order by no limit 1`,
    [],
  )
  return rows[0]
}

/** Locks the row; false: another process has undone the import. */
export async function holdUndoing(tx: Transaction, no: number): Promise<boolean> {
  const { rowCount } = await query(tx, `select from history_import where no = $1 and state = 'undoing' for update`, [
    no,
  ])
  return rowCount === 1
}

/** A stretch that has rows of the import, epoch ms. */
export interface ImportStretch {
  logger_no: number
  logger_id: string
  logger_station: string | null
  device_no: number | null
  rated_power_w: number
  first_ts: number
  last_ts: number
  /** Rows later than this are taken out already. */
  left_ts: number
}

export async function findStretch(tx: Transaction, importNo: number): Promise<ImportStretch | undefined> {
  const { rows } = await query<ImportStretch>(
    tx,
    `select source.logger_no, logger.id as logger_id, logger.station_id as logger_station, source.device_no,
       coalesce(device.rated_power_w, 0) as rated_power_w, source.first_ts, source.last_ts,
       coalesce(source.undone_to, source.last_ts) as left_ts
     from history_import_source source join logger on logger.no = source.logger_no
     left join device on device.no = source.device_no
     where import_no = $1 order by source.device_no nulls last, source.logger_no limit 1`,
    [importNo],
  )
  return rows[0]
}

/** Notes that rows later than `to` are taken out; null: all that depended on them is done, too. */
export async function noteTakenOut(
  tx: Transaction,
  importNo: number,
  { logger_no, device_no }: ImportStretch,
  to: number | null,
): Promise<void> {
  const own = 'import_no = $1 and logger_no = $2 and device_no is not distinct from $3'
  const key = [importNo, logger_no, device_no]
  if (to === null) await query(tx, `delete from history_import_source where ${own}`, key)
  else await query(tx, `update history_import_source set undone_to = $4 where ${own}`, [...key, new Date(to)])
}

/**
 * Takes the rows of an import out of a stretch, with their values that were kept aside. Rows that a logger sent in
 * their place stay. Returns the instants of the deleted rows (epoch ms), oldest first.
 */
export async function deleteImported(
  tx: Transaction,
  importNo: number,
  { logger_no, device_no }: ImportStretch,
  from: number,
  to: number,
): Promise<number[]> {
  const [table, key, no] =
    device_no === null ? ['sensor_sample', 'logger_no', logger_no] : ['device_sample', 'device_no', device_no]
  const stretch = [no, importNo, new Date(from), new Date(to)]
  const { rows } = await query<{ at: number }>(
    tx,
    `delete from ${table} where ${key} = $1 and import_no = $2 and ts >= $3 and ts <= $4
     returning ts as at`,
    stretch,
  )
  const instants = rows.map(({ at }) => at).toSorted((a, b) => a - b)
  // Edits of these rows by a person go with them.
  await query(
    tx,
    `delete from kept_aside where logger_no = $1 and device_no is not distinct from $2
       and (import_no = $3 and ts >= $4 and ts <= $5 or ts = any($6::timestamptz[]))`,
    [logger_no, device_no, importNo, new Date(from), new Date(to), instants.map((at) => new Date(at))],
  )
  return instants
}

/** Whether days of the station wait to be computed. */
export async function hasDueRollUps(db: Session, stationId: string): Promise<boolean> {
  const { rowCount } = await query(
    db,
    'select from due_roll_up where device_no in (select no from device where station_id = $1) limit 1',
    [stationId],
  )
  return rowCount !== 0
}
