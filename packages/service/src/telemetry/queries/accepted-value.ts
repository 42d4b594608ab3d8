import type { AsideReason } from '@helioport/contract'
import { query, type Session, type Transaction } from '../../database/session.ts'

/** A stretch (epoch ms, both ends included) whose values a person accepted as true. */
export interface AcceptedStretch {
  loggerNo: number
  /** Null: of the logger's sensors. */
  deviceNo: number | null
  reason: AsideReason
  from: number
  to: number
}

export async function insertAccepted(
  tx: Transaction,
  { loggerNo, deviceNo, reason, from, to }: AcceptedStretch,
  by: { userName: string; now: number },
): Promise<void> {
  await query(
    tx,
    `insert into accepted_value (logger_no, device_no, reason, from_ts, to_ts, user_name, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [loggerNo, deviceNo, reason, new Date(from), new Date(to), by.userName, new Date(by.now)],
  )
}

const columns = `logger_no as "loggerNo", device_no as "deviceNo", reason,
  round(date_part('epoch', from_ts) * 1000) as from, round(date_part('epoch', to_ts) * 1000) as to`

/** Accepted stretches of these loggers' sensors and of these devices. */
export async function findAccepted(
  db: Session,
  of: { loggerNos: readonly number[]; deviceNos: readonly number[] },
): Promise<AcceptedStretch[]> {
  const { rows } = await query<AcceptedStretch>(
    db,
    `select ${columns} from accepted_value
     where device_no = any($1::integer[]) or (device_no is null and logger_no = any($2::integer[]))`,
    [of.deviceNos, of.loggerNos],
  )
  return rows
}
