import { randomUUID } from 'node:crypto'
import { dayAt } from '@helioport/time/node'
import { query, type Session, type Transaction } from '../../database/session.ts'

export interface NewOperation {
  at: number
  accountId: string | null
  userName: string
  action: string
  stationId: string | null
  stationName: string | null
  deviceId: string | null
  deviceName: string | null
  errorCode: string | null
  traceId: string
  /** Name of the API key; null: a person. */
  apiKey: string | null
}

export interface OperationRow extends Omit<NewOperation, 'at'> {
  day: string
  no: number
  id: string
  at: number
  /** SHA-256 over the hash before and the row, see `canonicalOperation`. */
  hash: Buffer
}

/** The text that the chain's hash covers, after day and number. Used for writing and for verifying. */
export function canonicalOperation(row: NewOperation & { id: string }): string {
  const {
    id,
    at,
    accountId,
    userName,
    action,
    stationId,
    stationName,
    deviceId,
    deviceName,
    errorCode,
    traceId,
    apiKey,
  } = row
  return JSON.stringify([
    id,
    at,
    accountId,
    userName,
    action,
    stationId,
    stationName,
    deviceId,
    deviceName,
    errorCode,
    traceId,
    // Rows without a key keep the hash of versions that had no keys.
    ...(apiKey === null ? [] : [apiKey]),
  ])
}

const columns = `day, no, id, at, account_id as "accountId", user_name as "userName", action,
  station_id as "stationId", station_name as "stationName", device_id as "deviceId", device_name as "deviceName",
  error_code as "errorCode", trace_id as "traceId", api_key as "apiKey", hash`

/** Appends a row to the chain. The SQL function belongs to the owner: the service's role cannot insert otherwise. */
export async function appendOperation(tx: Transaction, row: NewOperation): Promise<void> {
  const id = randomUUID()
  await query(tx, 'select append_operation($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)', [
    dayAt(row.at, 'UTC'),
    id,
    new Date(row.at),
    row.accountId,
    row.userName,
    row.action,
    row.stationId,
    row.stationName,
    row.deviceId,
    row.deviceName,
    row.errorCode,
    row.traceId,
    canonicalOperation({ ...row, id }),
    row.apiKey,
  ])
}

/** Rows after (`day`, `no`), in the order of the chain. */
export async function findChain(db: Session, after: { day: string; no: number }, limit: number) {
  const { rows } = await query<OperationRow>(
    db,
    `select ${columns} from operation where (day, no) > ($1::date, $2) order by day, no limit $3`,
    [after.day, after.no, limit],
  )
  return rows
}

/** Ends of days before `day` that have rows but no signature. */
export async function findUnsignedDays(db: Session, day: string) {
  const { rows } = await query<{ day: string; rows: number; hash: Buffer }>(
    db,
    `select distinct on (day) day, no as rows, hash from operation
     where day < $1::date and not exists (select from audit_head where audit_head.day = operation.day)
     order by day, no desc`,
    [day],
  )
  return rows
}
