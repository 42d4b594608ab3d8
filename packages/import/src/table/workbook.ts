import { FileProblem } from '../problem.ts'
import type { ReadLimits, SourceFile, TableRecord } from './table.ts'
import { unpackedBytesOf } from './zip-size.ts'

/** Rows of each sheet; times are the displayed times. @throws FileProblem when the file is not a workbook */
export type WorkbookReader = (name: string, bytes: Uint8Array, limits: ReadLimits) => Promise<TableRecord[][]>

let reader: WorkbookReader | undefined

/** Sets the reader of workbooks. Pages load it only when a person chooses a workbook. */
export function provideWorkbooks(read: WorkbookReader): void {
  reader = read
}

const begins = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, i) => bytes[i] === sign)

/** Whether the file is a workbook. @throws FileProblem for workbooks in the format from before 2007 */
export function isXlsx(name: string, bytes: Uint8Array): boolean {
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileProblem('oldExcel', `${name} is a workbook in the old format: save it as .xlsx`)
  }
  return begins(bytes, 0x50, 0x4b, 3, 4)
}

/** @throws FileProblem for a file that is not a workbook, or too large when unpacked */
export async function sheetsOf({ name, bytes }: SourceFile, limits: ReadLimits): Promise<TableRecord[][]> {
  if (!reader) throw new Error('no reader of workbooks: import @helioport/import, not its entry for text')
  const unpacked = unpackedBytesOf(bytes)
  if (unpacked === null) throw new FileProblem('notATable', `${name} is no workbook that can be read`)
  if (unpacked > (limits.unpackedBytes ?? Infinity)) {
    throw new FileProblem('tooLarge', `${name} unpacks to ${unpacked} bytes: save it as CSV`)
  }
  return reader(name, bytes, limits)
}
