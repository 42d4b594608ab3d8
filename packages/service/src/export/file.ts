import { pipeline, Readable } from 'node:stream'
import { localTime, zoneClock } from '@helioport/time/node'
import { stringify } from 'csv-stringify'
import { writeXlsxStream } from 'hucre/xlsx'
import {
  type Cell,
  type Column,
  dayWords,
  type ExportStyle,
  type ExportTable,
  exportTextsOf,
  headingOf,
  type InstantCell,
  instantWords,
  resolved,
} from './table.ts'

/** Characters that begin a formula in a spreadsheet, also in full width, and invisible ones before them. */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n\0]/u
/** Characters that XML does not allow and readers do not show. Line ends and tabs stay. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export interface ExportFile {
  type: string
  name: string
  body: Readable
}

/**
 * The table as a streamed file. CSV: UTF-8 with the BOM that spreadsheets need, decimal comma and semicolons where the
 * language uses them; an apostrophe before a text that would be a formula. XLSX: cells typed as texts, numbers, days,
 * and local times with their UTC offset in the next column.
 */
export function exportFile(table: ExportTable, style: ExportStyle): ExportFile {
  const texts = exportTextsOf[style.locale]
  const headings = table.columns.map((column) => headingOf(column, texts))
  const plain = (cell: Cell, index: number): string | number | null => {
    const column = table.columns[index]
    if (typeof cell === 'number') return column ? resolved(cell, column) : cell
    if (typeof cell !== 'object' || cell === null) return cell
    return 'word' in cell ? texts[cell.word] : localTime(cell.at, style.timeZone ?? cell.timeZone)
  }
  const body = style.format === 'csv' ? csvOf(headings, table, plain, style) : xlsxOf(table, plain, style)
  return { type: types[style.format], name: `${table.name}.${style.format}`, body }
}

type Plain = (cell: Cell, index: number) => string | number | null

function csvOf(headings: readonly string[], table: ExportTable, plain: Plain, style: ExportStyle): Readable {
  const comma = new Intl.NumberFormat(style.locale).format(0.5).includes(',')
  const text = (value: string | number | null) => {
    if (typeof value === 'number') return comma ? String(value).replace('.', ',') : String(value)
    return value === null ? '' : safeText(value)
  }
  async function* lines() {
    yield headings.map(text)
    for await (const row of table.rows) yield row.map((cell, index) => text(plain(cell, index)))
  }
  // Quotes texts with any kind of line end: otherwise the text after it would begin a new row.
  const csv = stringify({
    bom: true,
    delimiter: comma ? ';' : ',',
    record_delimiter: 'windows',
    quoted_match: /[\r\n\t]/,
  })
  // An error ends the stream early; the reader sees a broken transfer.
  pipeline(Readable.from(lines()), csv, () => {})
  return csv
}

const timeFormat = { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 19 }
const dayFormat = { numFmt: 'yyyy-mm-dd', width: 11 }

function xlsxOf({ columns, rows }: ExportTable, plain: Plain, style: ExportStyle): Readable {
  const texts = exportTextsOf[style.locale]
  const text = (value: string | number | null) =>
    typeof value === 'string' ? value.replaceAll(unprintable, '') : value
  const isInstant = ({ word }: Column) => instantWords.has(word)
  const headings = columns.flatMap((column) =>
    isInstant(column) ? [headingOf(column, texts), texts.utcOffset] : [headingOf(column, texts)],
  )
  const cellsOf = (cell: Cell, index: number) => {
    const column = columns[index]
    if (!column || !isInstant(column)) {
      const value = plain(cell, index)
      const isDay = column && dayWords.has(column.word) && typeof value === 'string'
      return [isDay ? new Date(`${value}T00:00:00Z`) : text(value)]
    }
    return isInstantCell(cell) ? wallOf(cell, style.timeZone ?? cell.timeZone) : [null, null]
  }
  async function* lines() {
    yield headings.map(text)
    for await (const row of rows) yield row.flatMap(cellsOf)
  }
  const formats = columns.flatMap((column) => {
    return isInstant(column) ? [timeFormat, {}] : [dayWords.has(column.word) ? dayFormat : {}]
  })
  const stream = writeXlsxStream(lines(), { name: 'Helioport', columns: formats, freezePane: { rows: 1 } })
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
}

const isInstantCell = (cell: Cell): cell is InstantCell => typeof cell === 'object' && cell !== null && 'at' in cell

const clocks = new Map<string, ReturnType<typeof zoneClock>>()

/** Local time of the zone, to the second, as spreadsheets need it, and its UTC offset (`+02:00`). */
function wallOf({ at }: InstantCell, timeZone: string): [Date, string] {
  const clock = clocks.get(timeZone) ?? zoneClock(timeZone)
  clocks.set(timeZone, clock)
  const offset = clock.offsetAt(at)
  const minutes = Math.abs(offset) / 60_000
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const wall = new Date(Math.floor((at + offset) / 1000) * 1000)
  return [wall, `${offset < 0 ? '-' : '+'}${part(minutes / 60)}:${part(minutes % 60)}`]
}

function safeText(value: string): string {
  const printable = value.replaceAll(unprintable, '')
  return formulaStart.test(value) ? `'${printable}` : printable
}
