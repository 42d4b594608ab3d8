import {
  alarmBitOf,
  type AlarmCode,
  type DeviceValues,
  type HistoryParameter,
  maxHistoryRows,
} from '@helioport/contract'
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
  /** Null: the device does not send it. */
  mode: number | null
  error_word: number | null
  values: DeviceValues
}

const scalars: readonly (readonly [string, string])[] = [...scalarColumns, ...counterColumns]

/** Columns of a frame; vectors as arrays, nulls included. */
const columns = [
  ...scalars.map(([, column]) => column),
  ...vectorColumns.map(([, column, length]) => `array[${vectorElements(column, length).join(', ')}] as ${column}`),
].join(', ')

/** Filter and order of frames; `from`, `to`: epoch ms. */
export interface HistoryFilter {
  from: number
  to: number
  alarmsOnly: boolean
  codes?: readonly AlarmCode[]
  parameter?: HistoryParameter
  /** In the unit of the parameter; null: no bound. */
  least?: number | null
  most?: number | null
  order: 'asc' | 'desc'
}

const columnOf = new Map<string, string>(scalars)

/** SQL conditions and their parameters from $1 on. */
function conditionsOf(deviceNo: number, filter: HistoryFilter): { where: string; given: unknown[] } {
  const given: unknown[] = [deviceNo, new Date(filter.from), new Date(filter.to)]
  const parts = ['device_no = $1 and ts >= $2 and ts < $3']
  if (filter.alarmsOnly) parts.push('error_word <> 0')
  if (filter.codes) {
    given.push(filter.codes.reduce((mask, code) => mask + 2 ** alarmBitOf(code), 0))
    parts.push(`error_word & $${given.length}::bigint <> 0`)
  }
  const column = filter.parameter && columnOf.get(filter.parameter)
  if (column) {
    parts.push(`${column} is not null`)
    for (const [bound, than] of [
      [filter.least, '>='],
      [filter.most, '<='],
    ] as const) {
      if (bound === null || bound === undefined) continue
      given.push(bound)
      parts.push(`${column} ${than} $${given.length}::double precision`)
    }
  }
  return { where: parts.join(' and '), given }
}

/** Frames of one device; `total` counts up to `maxHistoryRows`. */
export async function findHistory(
  db: Session,
  deviceNo: number,
  filter: HistoryFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: HistoryRow[]; total: number }> {
  const { where, given } = conditionsOf(deviceNo, filter)
  const { order } = filter
  const [from, limit] = [`$${given.length + 1}`, `$${given.length + 2}`]
  // Counts by times alone, which also locate the page: frames before it are not read.
  const counted = await query<{ total: number; first: number | null; last: number | null }>(
    db,
    `select count(*) as total, min(ts) filter (where nth > ${from} and nth <= ${from} + ${limit}) as first,
       max(ts) filter (where nth > ${from} and nth <= ${from} + ${limit}) as last
     from (select ts, row_number() over (order by ts ${order}) as nth from device_sample
       where ${where} order by ts ${order} limit ${maxHistoryRows}) found`,
    [...given, page.offset, page.limit],
  )
  const { total = 0, first = null, last = null } = counted.rows[0] ?? {}
  if (first === null || last === null) return { rows: [], total: Number(total) }
  const { rows } = await query<Record<string, unknown>>(
    db,
    `select ts, delay_s, mode, error_word, ${columns} from device_sample
     where ${where} and ts >= ${from} and ts <= ${limit} order by ts ${order}`,
    [...given, new Date(first), new Date(last)],
  )
  return { rows: rows.map(toRow), total: Number(total) }
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
    // The lists of columns cover every key of DeviceValues.
    values: Object.fromEntries(named) as unknown as DeviceValues,
  }
}

const numberOf = (value: unknown) => (value === null ? null : Number(value))
