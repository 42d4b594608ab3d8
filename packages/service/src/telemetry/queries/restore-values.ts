import {
  counterColumns,
  scalarColumns,
  sensorColumns,
  vectorColumns,
  vectorElements,
} from '../../database/sample-columns.ts'
import { query, type Transaction } from '../../database/session.ts'
import type { AsideRow } from './kept-aside.ts'

const scalarOf = new Map<string, string>([...scalarColumns, ...counterColumns, ...sensorColumns])
const vectorOf = new Map<string, string>(vectorColumns.map(([key, column]) => [key, column]))

/** Puts values that were kept aside back into their frames. */
export async function restoreValues(tx: Transaction, rows: readonly AsideRow[]): Promise<void> {
  for (const row of rows) {
    const values = Object.entries(row.frame).flatMap(([key, value]) => columnsOf(key, value))
    if (values.length === 0) continue
    const set = values.map(([column], nth) => `${column} = $${nth + 3}`).join(', ')
    const [table, key, no] =
      row.deviceNo === null
        ? ['sensor_sample', 'logger_no', row.loggerNo]
        : ['device_sample', 'device_no', row.deviceNo]
    await query(tx, `update ${table} set ${set} where ${key} = $1 and ts = $2`, [
      no,
      new Date(row.at),
      ...values.map(([, value]) => value),
    ])
  }
}

function columnsOf(key: string, value: unknown): [column: string, value: unknown][] {
  const scalar = scalarOf.get(key)
  if (scalar !== undefined) return [[scalar, value]]
  const vector = vectorOf.get(key)
  if (vector === undefined || !Array.isArray(value)) return []
  return vectorElements(vector, value.length).map((column, nth) => [column, value[nth]])
}
