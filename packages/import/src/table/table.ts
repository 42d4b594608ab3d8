/** A spreadsheet cell with a time: the displayed time, as if it were UTC (epoch ms). */
export interface WallCell {
  wall: number
}

export type Cell = string | number | WallCell | null

export interface TableRecord {
  /** Line of a text file, row of a sheet, from 1. */
  line: number
  cells: Cell[]
  /** In a table with lines of one source each: indexes of the wanted columns in this line. */
  of?: readonly number[]
}

export interface SourceFile {
  /** For messages about the file. */
  name: string
  bytes: Uint8Array
}

/** Limits against overload: lines of a file, bytes of an unpacked workbook. */
export interface ReadLimits {
  lines?: number
  unpackedBytes?: number
}

export interface SourceTable {
  name: string
  /** Separator of cells; null: cells of a sheet. */
  delimiter: string | null
  header: TableRecord
  /** Place of a column of the header. */
  placeOf: (column: string) => number | undefined
  /** The lines below the header. */
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

/** Normalized heading for comparisons: ignores Unicode variants of characters and line ends. */
export const headingOf = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
