import type { DeviceValues } from '@helioport/contract'
import {
  counterColumns,
  scalarColumns,
  vectorColumns,
  vectorElements,
  withoutTail,
} from '../../database/sample-columns.ts'
import { query, type Session } from '../../database/session.ts'

export interface HistoryRow {
  at: number
  delay_s: number
  /** Nulls: the device tells none. */
  mode: number | null
  error_word: number | null
  values: DeviceValues
}

const scalars = [...scalarColumns, ...counterColumns]

/** Columns of a frame; vectors as arrays, with their nulls. */
const columns = [
  ...scalars.map(([, column]) => column),
  ...vectorColumns.map(([, column, length]) => `array[${vectorElements(column, length).join(', ')}] as ${column}`),
].join(', ')

/** Frames of one device in [from, to), oldest first. */
export async function findHistory(
  db: Session,
  deviceNo: number,
  filter: { from: number; to: number; alarmsOnly: boolean },
  page: { limit: number; offset: number },
): Promise<{ rows: HistoryRow[]; total: number }> {
  const where = `device_no = $1 and ts >= $2 and ts < $3 ${filter.alarmsOnly ? 'and error_word <> 0' : ''}`
  const given = [deviceNo, new Date(filter.from), new Date(filter.to)]
  const { rows } = await query<Record<string, unknown>>(
    db,
    `select ts, delay_s, mode, error_word, ${columns} from device_sample
     where ${where} order by ts limit $4 offset $5`,
    [...given, page.limit, page.offset],
  )
  const counted = await query<{ total: number }>(
    db,
    `select count(*) as total from device_sample where ${where}`,
    given,
  )
  return { rows: rows.map(toRow), total: counted.rows[0]?.total ?? 0 }
}

/** The frame of one device at one instant, if it is still stored. */
export async function findFrame(db: Session, deviceNo: number, at: number): Promise<HistoryRow | undefined> {
  const { rows } = await query<Record<string, unknown>>(
    db,
    `select ts, delay_s, mode, error_word, ${columns} from device_sample where device_no = $1 and ts = $2`,
    [deviceNo, new Date(at)],
  )
  return rows[0] && toRow(rows[0])
}

function toRow(row: Record<string, unknown>): HistoryRow {
  const named = [
    ...scalars.map(([key, column]) => [key, row[column]] as const),
    ...vectorColumns.map(([key, column]) => [key, withoutTail(row[column] as (number | null)[])] as const),
  ]
  return {
    at: Number(row.ts),
    delay_s: Number(row.delay_s),
    mode: numberOf(row.mode),
    error_word: numberOf(row.error_word),
    // Every key of DeviceValues is in the lists of columns: what a frame stores.
    values: Object.fromEntries(named) as unknown as DeviceValues,
  }
}

const numberOf = (value: unknown) => (value === null ? null : Number(value))
