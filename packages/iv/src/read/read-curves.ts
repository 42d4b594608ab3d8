import { blockStarts, joined } from './blocks.ts'
import { dialectsOf, type Dialect, listOf, numberOf, splitLine } from './cells.ts'
import { type Column, columnOf } from './columns.ts'
import { conditionsIn } from './metadata.ts'
import type { ReadCurve, ReadProblem, ReadResult } from './read-result.ts'
import { listPerLine, onePerLine, sideBySide, type Table } from './tables.ts'
import { voltageGridIn } from './voltage-grid.ts'

export { textIn } from './text-in.ts'
export { type ReadCurve, type ReadProblem, readProblems, type ReadResult } from './read-result.ts'

/**
 * Reads curves of a CSV file: one point per line (our own export, most tracers), several strings side by side, one
 * curve per line (a column per point, a whole sweep in one cell, or voltages only in the head), or voltages and
 * currents as two lines. Detects separator, decimal sign, units and order of points; lines before the table may give
 * conditions.
 */
export function readCurves(text: string): ReadResult {
  return readLines(text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/))
}

function readLines(lines: readonly string[]): ReadResult {
  if (lines.every((line) => line.trim() === '')) return refused('empty', 0)
  const dialects = dialectsOf(lines.filter((line) => /\d[^a-z]*$/i.test(line)))
  for (const dialect of dialects) {
    const lying = lyingIn(lines, dialect)
    if (lying) return lying
  }
  const heads = dialects.flatMap((dialect) => headerOf(lines, dialect) ?? [])
  const head = heads.find(({ columns }) => !missingIn(columns)) ?? heads[0]
  const grid = head ? undefined : dialects.flatMap((dialect) => voltageGridIn(lines, dialect) ?? [])[0]
  if (grid) return onePerLine(grid)
  if (!head) return refused('noHeader', 0)
  const { columns, dialect } = head
  const missing = missingIn(columns)
  if (missing) return refused(missing === 'voltage' ? 'noVoltage' : 'noCurrent', head.line)
  const starts = blockStarts(lines, head.line, dialect)
  if (starts.length > 0) {
    const blocks = starts.map((start, nth) => lines.slice(start, starts[nth + 1]))
    return joined(blocks.map((block) => ({ lines: block, result: readLines(block) })))
  }
  const rows = lines.flatMap((line, i) =>
    i > head.line && line.trim() !== '' && !line.startsWith('#')
      ? [{ cells: splitLine(line, dialect.separator), line: i + 1 }]
      : [],
  )
  const table: Table = { columns, rows, dialect, around: conditionsIn(lines.slice(0, head.above), dialect) }
  const read = holdsLists(table) ? listPerLine : isCurvePerLine(table) ? onePerLine : sideBySide
  const found = read(table)
  return found.curves.length === 0 && found.problems.length === 0 ? refused('noPoints', head.line) : found
}

const refused = (problem: ReadProblem, at: number): ReadResult => ({
  curves: [],
  problems: [{ problem, line: at + 1 }],
})

const missingIn = (columns: readonly (Column | null)[]) =>
  (['voltage', 'current'] as const).find((kind) => !columns.some((one) => one?.kind === kind))

/** The first line that names a voltage or a current; without one, two columns of numbers are V and I. */
function headerOf(lines: readonly string[], dialect: Dialect) {
  const { separator, decimalComma } = dialect
  const numbers = (line: string) =>
    splitLine(line, separator).filter((cell) => !Number.isNaN(numberOf(cell, decimalComma))).length
  for (const [line, text] of lines.entries()) {
    const cells = namesIn(text.replace(/^#\s*/, ''), separator)
    const columns = cells.map(columnOf)
    const kinds = new Set(columns.map((column) => column?.kind))
    if (cells.length >= 2 && numbers(text) === 0 && (kinds.has('voltage') || kinds.has('current')))
      return { line, above: line, columns, dialect }
    if (cells.length === 2 && numbers(text) === 2) {
      const plain = (kind: 'voltage' | 'current'): Column => ({ kind, factor: 1, number: null })
      return { line: line - 1, above: line, columns: [plain('voltage'), plain('current')], dialect }
    }
  }
  return null
}

/** Names of columns; with spaces as separators a unit in brackets belongs to the name before it. */
function namesIn(line: string, separator: Dialect['separator']): string[] {
  if (separator !== ' ') return splitLine(line, separator)
  return line
    .trim()
    .replace(/\s+(?=[[(])/g, '')
    .split(/\s+/)
}

const isCurvePerLine = ({ columns, rows }: Table) =>
  columns.filter((column) => column?.kind === 'voltage').length >= 8 && rows.length < 1e5

const holdsLists = ({ columns, rows }: Table) =>
  rows.some(({ cells }) => columns.some((column, i) => column?.kind === 'voltage' && listOf(cells[i]).length > 0))

/** A name followed by at least this many numbers is a row of points, not a table head. */
const leastLying = 5

/** Curves as pairs of lines: `Voltage;0;1;2` above `Current;9;9;8`. Null: the file has another layout. */
function lyingIn(lines: readonly string[], dialect: Dialect): ReadResult | null {
  const curves: ReadCurve[] = []
  let voltageV: number[] | null = null
  for (const line of lines) {
    const [name = '', ...cells] = splitLine(line, dialect.separator)
    const column = columnOf(name)
    if (column?.kind !== 'voltage' && column?.kind !== 'current') continue
    const values = cells
      .filter((cell) => cell !== '')
      .map((cell) => numberOf(cell, dialect.decimalComma) * column.factor)
    if (values.length < leastLying || values.some(Number.isNaN)) continue
    if (column.kind === 'voltage') voltageV = values
    else if (voltageV?.length === values.length) {
      const curve = { voltageV, currentA: values }
      curves.push({ name: column.number ?? String(curves.length + 1), curve, conditions: conditionsIn(lines, dialect) })
    }
  }
  return curves.length > 0 ? { curves, problems: [] } : null
}
