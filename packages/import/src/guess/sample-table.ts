import { csvRecords, textsOf } from '../table/csv.ts'
import { delimiters, headLines } from '../table/open-table.ts'
import { datePlaceIn, isClock, isDate, joinAt } from '../table/join-clock.ts'
import { type Cell, type ReadLimits, type SourceFile, type TableRecord, textOf } from '../table/table.ts'
import { spannedHeading } from '../table/spanned-heading.ts'
import { isXlsx, sheetsOf } from '../table/workbook.ts'
import { sumLabel } from '../cell/sum-row.ts'
import { timeReader } from '../cell/time-format.ts'
import { unitNamed } from '../cell/units.ts'
import { type TimeColumn, timeColumnOf } from './guess-time.ts'

/** The first and last lines of a table, enough to guess its columns. */
export interface TableSample {
  delimiter: string | null
  header: TableRecord
  /** The line of units below the headings; null: there is none. */
  units: readonly Cell[] | null
  records: TableRecord[]
  time: TimeColumn
}

const [headRecords, tailRecords] = [400, 200]
/** Bytes that are read at the start and at the end of a text file. */
const sampleBytes = 256 * 1024

/** The table of a file with the most columns; null: there is none with a time and a number. */
export async function sampleTable(file: SourceFile, limits: ReadLimits): Promise<TableSample | null> {
  if (isXlsx(file.name, file.bytes)) {
    const sheets = await sheetsOf(file, limits)
    return widest(
      sheets.map((records) =>
        sampleOf(records.slice(0, headRecords), records.slice(headRecords).slice(-tailRecords), null),
      ),
    )
  }
  const { bytes } = file
  const isLong = bytes.length > 2 * sampleBytes
  for (const head of textsOf(isLong ? wholeLines(bytes.subarray(0, sampleBytes)) : bytes)) {
    const tail = isLong ? (textsOf(lastLines(bytes)).next().value ?? '') : ''
    const found = widest(
      delimiters.map((delimiter) => {
        const first = take(csvRecords(head, delimiter), headRecords)
        return sampleOf(first, isLong ? take(csvRecords(tail, delimiter), tailRecords) : [], delimiter)
      }),
    )
    if (found) return found
  }
  return null
}

/** Whether most lines of a text begin with a date without a time: daily sums, which cannot be imported. */
export const isOfDays = (file: SourceFile): boolean => doesBegin(file, isDate)

/** Whether most lines of a text begin with a time of day without a date. */
export const isOfClocks = (file: SourceFile): boolean => doesBegin(file, isClock)

function doesBegin({ bytes }: SourceFile, isSuch: (cell: Cell | undefined) => boolean): boolean {
  const [text = ''] = textsOf(wholeLines(bytes.subarray(0, sampleBytes)))
  return delimiters.some((delimiter) => {
    const records = take(csvRecords(text, delimiter), headRecords)
    return records.filter(({ cells }) => cells.length > 1 && isSuch(cells[0])).length > records.length / 2
  })
}

/** Cuts at a line end, so that no multi-byte character is split. */
const wholeLines = (bytes: Uint8Array) => bytes.subarray(0, bytes.lastIndexOf(10) + 1 || bytes.length)

function lastLines(bytes: Uint8Array): Uint8Array {
  const tail = bytes.subarray(-sampleBytes)
  return tail.subarray(tail.indexOf(10) + 1)
}

function take<T>(items: Iterable<T>, count: number): T[] {
  const taken: T[] = []
  for (const item of items) {
    taken.push(item)
    if (taken.length >= count) break
  }
  return taken
}

const widest = (found: readonly (TableSample | null)[]): TableSample | null =>
  found
    .filter((sample) => sample !== null)
    .toSorted((a, b) => b.header.cells.length - a.header.cells.length)
    .at(0) ?? null

function sampleOf(
  first: readonly TableRecord[],
  last: readonly TableRecord[],
  delimiter: string | null,
): TableSample | null {
  const inHead = first.filter(({ line }) => line <= headLines)
  let second: TableSample | null = null
  const heads = inHead.flatMap((record, nth) => {
    const next = inHead[nth + 1]
    const both = next ? spannedHeading(record, next) : null
    return [...(both ? [{ header: both, nth: nth + 1, above: record }] : []), { header: record, nth, above: null }]
  })
  for (const { header, nth, above } of heads) {
    // Some files have no heading for the times: then one heading above two columns is enough.
    if (filled(header) < Math.min(2, header.cells.length - 1) || header.cells.some(isNumeric)) continue
    const next = first[nth + 1]
    const units = next && isUnitLine(next.cells) && !areHeadings(next, header) ? next.cells : null
    const below = first.slice(nth + (units ? 2 : 1))
    const own = [...below, ...last].filter(
      ({ cells }) => (cells.length === header.cells.length || delimiter === null) && sumLabel(cells) === null,
    )
    if (own.length < Math.min(1, below.length) || own.length < below.length / 2) continue
    const datePlace = datePlaceIn(own)
    const whole = (record: TableRecord) => (datePlace === null ? record : joinAt(record, datePlace))
    const [headings, rows] = [whole(header), own.map(whole)]
    const time = timeColumnOf(headings, rows)
    if (!time || (above && !isHeadedOnce([above, first[nth]], rows, time))) continue
    const end = rows.findLastIndex(({ cells }) => textOf(cells[time.place]).trim() !== '')
    const found = { delimiter, header: headings, units, records: rows.slice(0, end + 1), time }
    // A line with a time belongs to the table; the headings found before are better.
    if (second && isTimeIn(headings, time)) break
    // Names and values of the plant may be above the headings: lines of a workbook differ in length, and in its export
    // as text all lines are padded to the same length.
    const isLoose = delimiter === null || header.cells.some((cell) => textOf(cell) === '')
    const isAbove = isLoose && rows[0] !== undefined && !isTimeIn(rows[0], time)
    if (isAbove || areAllTwice(headings.cells, time.place)) second ??= found
    else return found
  }
  return second
}

/** Of two lines of headings only one may name the times, with a time below; else they are a title and headings. */
function isHeadedOnce(
  lines: readonly (TableRecord | undefined)[],
  [row]: readonly TableRecord[],
  time: TimeColumn,
): boolean {
  const names = lines.filter((line) => textOf(line?.cells[time.place]).trim() !== '')
  return names.length <= 1 && row !== undefined && isTimeIn(row, time)
}

function isTimeIn({ cells }: TableRecord, { place, formats: [format = 'iso'] }: TimeColumn): boolean {
  const cell = cells[place] ?? null
  if (typeof cell === 'object' && cell !== null) return true
  return format !== 'excel' && timeReader({ format, zone: 'Etc/UTC' })(textOf(cell)).length > 0
}

/** In some files this line repeats serial or model above each column of an inverter; the headings are below it. */
function areAllTwice(cells: readonly Cell[], timePlace: number): boolean {
  const names = cells.filter((_, place) => place !== timePlace).map(textOf)
  return names.length > 1 && names.every((name) => names.indexOf(name) !== names.lastIndexOf(name))
}

/** Headings with units in them, more than in the line above; a line of units has only units. */
const areHeadings = (record: TableRecord, above: TableRecord): boolean =>
  filled(record) > filled(above) &&
  record.cells.some((cell) => unitNamed(textOf(cell)) !== null && textOf(cell).trim().includes(' '))

const filled = ({ cells }: TableRecord): number => cells.filter((cell) => textOf(cell) !== '').length

const isNumeric = (cell: Cell) =>
  typeof cell === 'number' ||
  (typeof cell === 'object' && cell !== null) ||
  (typeof cell === 'string' && /^\s*[+-]?\d+([.,]\d+)*\s*$/.test(cell))

const isUnitLine = (cells: readonly Cell[]) =>
  cells.some((cell) => unitNamed(textOf(cell)) !== null) && !cells.some((cell) => /\d{2}/.test(textOf(cell)))
