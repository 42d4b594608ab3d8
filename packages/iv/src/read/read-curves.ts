import type { Conditions, Curve } from '../curve/curve.ts'
import { dialectOf, type Dialect, numberOf, splitLine } from './cells.ts'
import { type Column, columnOf } from './columns.ts'
import { conditionsIn, conditionsOf } from './metadata.ts'

export interface ReadCurve {
  /** As the file names it: `1-2` is the second string at tracker 1, or a number by order. */
  name: string
  curve: Curve
  conditions: Conditions
}

export const readProblems = ['empty', 'noHeader', 'noVoltage', 'noCurrent', 'noPoints', 'badNumber'] as const
export type ReadProblem = (typeof readProblems)[number]

export interface ReadResult {
  curves: ReadCurve[]
  /** With the line that shows it, counted from 1. */
  problems: { problem: ReadProblem; line: number }[]
}

/**
 * Curves of a CSV file: one point a line (our own export, most tracers), several strings side by side, or one curve a
 * line. Separator, decimal sign, units and the order of points are found; lines before the table may tell light and
 * heat.
 */
export function readCurves(text: string): ReadResult {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  if (lines.every((line) => line.trim() === '')) return { curves: [], problems: [{ problem: 'empty', line: 1 }] }
  const dialect = dialectOf(lines.filter((line) => /\d[^a-z]*$/i.test(line)))
  const head = headerOf(lines, dialect)
  if (!head) return { curves: [], problems: [{ problem: 'noHeader', line: 1 }] }
  const missing = (['voltage', 'current'] as const).find((kind) => !head.columns.some((one) => one?.kind === kind))
  if (missing) {
    return {
      curves: [],
      problems: [{ problem: missing === 'voltage' ? 'noVoltage' : 'noCurrent', line: head.line + 1 }],
    }
  }
  const around = conditionsIn(lines.slice(0, head.line), dialect)
  const rows = lines.flatMap((line, i) =>
    i > head.line && line.trim() !== '' && !line.startsWith('#')
      ? [{ cells: splitLine(line, dialect.separator), line: i + 1 }]
      : [],
  )
  const table: Table = { columns: head.columns, rows, dialect, around }
  const found = isCurvePerLine(table) ? onePerLine(table) : sideBySide(table)
  if (found.curves.length === 0 && found.problems.length === 0) {
    return { curves: [], problems: [{ problem: 'noPoints', line: head.line + 1 }] }
  }
  return found
}

interface Table {
  columns: (Column | null)[]
  rows: { cells: string[]; line: number }[]
  dialect: Dialect
  around: Conditions
}

/** The first line that names a voltage and a current; without one, two plain columns of numbers are V and I. */
function headerOf(lines: readonly string[], { separator, decimalComma }: Dialect) {
  const numbers = (line: string) =>
    splitLine(line, separator).filter((cell) => !Number.isNaN(numberOf(cell, decimalComma))).length
  for (const [line, text] of lines.entries()) {
    const cells = splitLine(text.replace(/^#\s*/, ''), separator)
    const columns = cells.map(columnOf)
    const kinds = new Set(columns.map((column) => column?.kind))
    if (cells.length >= 2 && numbers(text) === 0 && (kinds.has('voltage') || kinds.has('current')))
      return { line, columns }
    if (cells.length === 2 && numbers(text) === 2) {
      const plain = (kind: 'voltage' | 'current'): Column => ({ kind, factor: 1, number: null })
      return { line: line - 1, columns: [plain('voltage'), plain('current')] }
    }
  }
  return null
}

const isCurvePerLine = ({ columns, rows }: Table) =>
  columns.filter((column) => column?.kind === 'voltage').length >= 8 && rows.length < 1e5

/** V1 … Vn and I1 … In in one line: a curve for each line. */
function onePerLine({ columns, rows, dialect, around }: Table): ReadResult {
  const at = (kind: Column['kind']) => columns.flatMap((column, i) => (column?.kind === kind ? [i] : []))
  const [volts, amperes] = [at('voltage'), at('current')]
  const value = (cells: string[], i: number | undefined) =>
    i === undefined ? Number.NaN : numberOf(cells[i], dialect.decimalComma) * (columns[i]?.factor ?? 1)
  const curves = rows.flatMap(({ cells }, place): ReadCurve[] => {
    const points = volts
      .map((v, k) => ({ v: value(cells, v), i: value(cells, amperes[k]) }))
      .filter(({ v, i }) => !Number.isNaN(v) && !Number.isNaN(i))
    if (points.length === 0) return []
    const own = conditionsOf({
      irradiance: value(cells, at('irradiance')[0]),
      cell: value(cells, at('cell')[0]),
      back: value(cells, at('back')[0]),
    })
    const name = cells[at('string')[0] ?? at('curve')[0] ?? -1] ?? String(place + 1)
    const curve = { voltageV: points.map(({ v }) => v), currentA: points.map(({ i }) => i) }
    return [{ name, curve, conditions: own.irradianceWm2 === null ? around : own }]
  })
  return { curves, problems: [] }
}

/** A point a line, of one string or of several: each current belongs to the voltage of its number, or to the only one. */
function sideBySide({ columns, rows, dialect, around }: Table): ReadResult {
  const problems: ReadResult['problems'] = []
  const made = new Map<string, { voltageV: number[]; currentA: number[]; conditions: Conditions }>()
  const first = (kind: Column['kind']) => columns.findIndex((column) => column?.kind === kind)
  const currents = columns.flatMap((column, i) => (column?.kind === 'current' ? [{ i, column }] : []))
  const voltages = columns.flatMap((column, i) => (column?.kind === 'voltage' ? [{ i, column }] : []))
  const keys = [first('mppt'), first('string'), first('curve')].filter((i) => i >= 0)
  for (const { cells, line } of rows) {
    const value = (i: number) =>
      i < 0 ? Number.NaN : numberOf(cells[i], dialect.decimalComma) * (columns[i]?.factor ?? 1)
    const group = keys.map((i) => cells[i] ?? '').join('-')
    for (const [k, { i, column }] of currents.entries()) {
      const voltage =
        voltages.find((one) => one.column.number === column.number) ?? voltages[Math.min(k, voltages.length - 1)]
      const [v, current] = [value(voltage?.i ?? -1), value(i)]
      if (Number.isNaN(v) || Number.isNaN(current)) {
        const given = (cells[i] ?? '') !== '' && (cells[voltage?.i ?? -1] ?? '') !== ''
        if (given && problems.length < 20) problems.push({ problem: 'badNumber', line })
        continue
      }
      const name = [group, currents.length > 1 ? (column.number ?? String(k + 1)) : ''].filter(Boolean).join('-') || '1'
      const own = conditionsOf({
        irradiance: value(first('irradiance')),
        cell: value(first('cell')),
        back: value(first('back')),
      })
      const curve = made.get(name) ?? {
        voltageV: [],
        currentA: [],
        conditions: own.irradianceWm2 === null ? around : own,
      }
      curve.voltageV.push(v)
      curve.currentA.push(current)
      made.set(name, curve)
    }
  }
  const curves = [...made].map(([name, { voltageV, currentA, conditions }]) => ({
    name,
    curve: { voltageV, currentA },
    conditions,
  }))
  return { curves, problems }
}
