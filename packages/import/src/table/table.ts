/** A cell of a spreadsheet that holds a time: what it shows, as if it were UTC (epoch ms). */
export interface WallCell {
  wall: number
}

export type Cell = string | number | WallCell | null

export interface TableRecord {
  /** Line of a text file, row of a sheet, from 1. */
  line: number
  cells: Cell[]
  /** Of a table with lines of one source each: which of the wanted columns this line is of. */
  of?: readonly number[]
}

export interface SourceFile {
  /** For people: stands in what is said of the file. */
  name: string
  bytes: Uint8Array
}

/** What is too much, where somebody has to be kept from it: lines of a file, bytes of a workbook that is unpacked. */
export interface ReadLimits {
  lines?: number
  unpackedBytes?: number
}

export interface SourceTable {
  name: string
  /** What separates cells; null: they are cells of a sheet. */
  delimiter: string | null
  header: TableRecord
  /** Where each column of the header stands. */
  placeOf: (column: string) => number | undefined
  /** What stands below the header. */
  records: () => Iterable<TableRecord>
}

export const textOf = (cell: Cell | undefined): string =>
  typeof cell === 'string'
    ? cell
    : typeof cell === 'number'
      ? String(cell)
      : cell
        ? new Date(cell.wall).toISOString()
        : ''

/** A heading as it is compared: signs that look alike and line ends inside it do not count. */
export const headingOf = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
