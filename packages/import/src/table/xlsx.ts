import { readXlsx } from 'hucre/xlsx'
import { FileProblem } from '../problem.ts'
import { headLines } from './open-table.ts'
import type { Cell, ReadLimits, TableRecord } from './table.ts'

/** Rows of each sheet; times are the displayed times. @throws FileProblem when the file is not a workbook */
export async function xlsxSheets(name: string, bytes: Uint8Array, { lines }: ReadLimits): Promise<TableRecord[][]> {
  // One row more than the limit, so that an excess is noticed.
  const book = await readXlsx(bytes, lines === undefined ? {} : { maxRows: lines + headLines + 1 }).catch(
    (error: unknown) => {
      throw new FileProblem('notATable', `${name} is no workbook that can be read: ${String(error)}`)
    },
  )
  return book.sheets.map((sheet) =>
    sheet.rows.flatMap((values, row) => {
      const cells = values.map(cellOf)
      return cells.some((cell) => cell !== null && cell !== '') ? [{ line: row + 1, cells }] : []
    }),
  )
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return { wall: Math.round(value.getTime() / 1000) * 1000 }
  if (typeof value === 'number' || typeof value === 'string') return value
  return typeof value === 'boolean' ? String(value) : null
}
