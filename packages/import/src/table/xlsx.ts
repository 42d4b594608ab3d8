import { readXlsx } from 'hucre/xlsx'
import { FileProblem } from '../problem.ts'
import type { Cell, TableRecord } from './table.ts'

const begins = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, i) => bytes[i] === sign)

/** Whether the file is a workbook. @throws FileProblem for workbooks of before 2007 */
export function isXlsx(name: string, bytes: Uint8Array): boolean {
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileProblem('oldExcel', `${name} is a workbook in the old format: save it as .xlsx`)
  }
  return begins(bytes, 0x50, 0x4b, 3, 4)
}

/** Rows of each sheet; times are what the cells show. @throws FileProblem when the file is no workbook */
export async function xlsxSheets(name: string, bytes: Uint8Array): Promise<TableRecord[][]> {
  const book = await readXlsx(bytes).catch((error: unknown) => {
    throw new FileProblem('notATable', `${name} is no workbook that can be read: ${String(error)}`)
  })
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
