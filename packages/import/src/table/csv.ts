import { streamCsvRows } from 'hucre/csv'
import { FileProblem } from '../problem.ts'
import type { TableRecord } from './table.ts'

/** Annotation lines that databases write above their tables. */
const annotation = /^#(group|datatype|default|constant)$/

/** Records of a text; a quoted cell may span several lines. Empty lines are left out. */
export function* csvRecords(text: string, delimiter: string): Generator<TableRecord> {
  let line = 1
  for (const cells of streamCsvRows(text, { delimiter })) {
    const texts = cells.map((cell) => (cell === null ? '' : String(cell as string)))
    if (!annotation.test(texts[0] ?? '') && texts.some((cell) => cell !== '')) yield { line, cells: texts }
    line += 1 + texts.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
  }
}

/** @throws FileProblem where a cell of measurements spans several lines: a quote was not closed */
export function* measuredRecords(name: string, records: Iterable<TableRecord>): Generator<TableRecord> {
  for (const record of records) {
    if (record.cells.some((cell) => typeof cell === 'string' && cell.includes('\n'))) {
      throw new FileProblem('openQuote', `${name} opens a quote in line ${record.line} and does not close it there`)
    }
    yield record
  }
}

const encodings = ['utf-8', 'windows-1252', 'gb18030', 'big5'] as const

/** The text in each possible encoding, the most likely first; a byte order mark decides. */
export function* textsOf(bytes: Uint8Array): Generator<string> {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  for (const encoding of marked ? [marked] : encodings) {
    try {
      yield new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' }).decode(bytes)
      if (encoding === 'utf-8') return
    } catch {
      // Not valid in this encoding.
    }
  }
}
