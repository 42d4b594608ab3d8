import { FileProblem } from '../problem.ts'
import { csvRecords, measuredRecords, textsOf } from './csv.ts'
import { joinAt, joinedPlace } from './join-clock.ts'
import { spannedHeading } from './spanned-heading.ts'
import {
  type Cell,
  headingOf,
  type ReadLimits,
  type SourceFile,
  type SourceTable,
  type TableRecord,
  textOf,
} from './table.ts'
import { isXlsx, sheetsOf } from './workbook.ts'

/** The header must be within this many lines: names of the plant, notes or units may be above it. */
export const headLines = 100
export const delimiters = [',', ';', '\t', '|']

export interface WantedColumns {
  time: string
  /** The header is a line with the time and any of these. */
  values: readonly string[]
}

/**
 * Finds the table in a file: its kind, encoding, separator, and the line with the headings.
 * @throws FileProblem where no line has the time and one of the values, or where a wanted column is there twice
 */
export async function openTable(
  file: SourceFile,
  wanted: WantedColumns,
  delimiter?: string,
  limits: ReadLimits = {},
): Promise<SourceTable> {
  const found = isXlsx(file.name, file.bytes)
    ? (await sheetsOf(file, limits)).flatMap((records) => tableIn(file.name, () => records, null, wanted))
    : textTables(file, wanted, delimiter === undefined ? delimiters : [delimiter])
  const [table] = found
  if (!table) throw missing(file, wanted)
  return table
}

function textTables(file: SourceFile, wanted: WantedColumns, separators: readonly string[]): SourceTable[] {
  for (const text of textsOf(file.bytes)) {
    for (const separator of separators) {
      const found = tableIn(file.name, () => csvRecords(text, separator), separator, wanted)
      if (found.length > 0) return found
    }
  }
  return []
}

/** One table or none. */
function tableIn(
  name: string,
  records: () => Iterable<TableRecord>,
  delimiter: string | null,
  wanted: WantedColumns,
): SourceTable[] {
  const found = headerOf(records(), wanted)
  if (!found) return []
  const hasTime = found.cells.some((cell) => headingOf(textOf(cell)) === headingOf(wanted.time))
  const datePlace = hasTime ? null : joinedPlace(found, headingOf(wanted.time))
  const whole = (record: TableRecord) => (datePlace === null ? record : joinAt(record, datePlace))
  const header = whole(found)
  const names = header.cells.map((cell) => headingOf(textOf(cell)))
  for (const column of [wanted.time, ...wanted.values].map(headingOf)) {
    if (names.indexOf(column) !== names.lastIndexOf(column)) {
      throw new FileProblem('columnTwice', `${name} has column "${column}" twice in line ${header.line}`)
    }
  }
  const below = function* () {
    for (const record of records()) {
      // Concatenated files repeat their headings.
      if (record.line > found.line && !sameCells(record.cells, found.cells)) yield whole(record)
    }
  }
  const placeOf = (column: string) => {
    const place = names.indexOf(headingOf(column))
    return place < 0 ? undefined : place
  }
  return [{ name, delimiter, header, placeOf, records: () => measuredRecords(name, below()) }]
}

function headerOf(records: Iterable<TableRecord>, { time, values }: WantedColumns): TableRecord | undefined {
  const [wantedTime, wantedValues] = [headingOf(time), new Set(values.map(headingOf))]
  let above: TableRecord | null = null
  for (const record of records) {
    if (record.line > headLines) return undefined
    const both = above && spannedHeading(above, record)
    for (const heading of both ? [record, both] : [record]) {
      const names = heading.cells.map((cell) => headingOf(textOf(cell)))
      const hasTime = names.includes(wantedTime) || joinedPlace(heading, wantedTime) !== null
      if (hasTime && names.some((name) => wantedValues.has(name))) return heading
    }
    above = record
  }
  return undefined
}

const sameCells = (own: readonly Cell[], other: readonly Cell[]) =>
  own.length === other.length && own.every((cell, i) => textOf(cell) === textOf(other[i]))

function missing(file: SourceFile, { time, values }: WantedColumns): FileProblem {
  const wanted = `a column "${time}" and one of ${values.map((value) => `"${value}"`).join(', ')}`
  return new FileProblem('noColumn', `${file.name} has no line among its first ${headLines} with ${wanted}`)
}
