import { query, type Session, type Transaction } from '../../database/session.ts'

/** First instant of a station's start date, as an expression over a row `station`. */
export const startOfStation = `(station.installed_on::timestamp at time zone station.time_zone)`

/** A row from before a station's start date, as its logger sent it. */
export interface EarlyRow {
  no: number
  logger_no: number
  /** Null: the row is of the logger's sensors. */
  device_no: number | null
  frame: Record<string, unknown>
}

/** Rows kept aside that are no longer before the start date of their station, which was moved; grouped by logger. */
export async function findDueEarlyRows(db: Session, limit: number): Promise<EarlyRow[]> {
  const { rows } = await query<EarlyRow>(
    db,
    `select aside.no, aside.logger_no, aside.device_no, aside.frame
     from kept_aside aside
     join logger on logger.no = aside.logger_no
     left join device on device.no = aside.device_no
     join station on station.id = case when aside.device_no is null then logger.station_id else device.station_id end
     where aside.reason = 'beforeStart' and aside.ts >= ${startOfStation}
     order by aside.logger_no, aside.ts, aside.no limit $1`,
    [limit],
  )
  return rows
}

export async function deleteEarlyRows(tx: Transaction, nos: readonly number[]): Promise<void> {
  await query(tx, 'delete from kept_aside where no = any($1::bigint[])', [nos])
}
