import { FileProblem } from '../problem.ts'
import { columnsOf, type ImportPlan } from '../plan.ts'
import { type DecimalMark, numberOf, NumberStyle } from '../cell/number-style.ts'
import { inUnit, numberWithUnit } from '../cell/cell-unit.ts'
import type { Unit } from '../cell/units.ts'
import { unfolded } from '../series/unfold.ts'
import {
  type Cell,
  type ReadLimits,
  type SourceFile,
  type SourceTable,
  type TableRecord,
  textOf,
} from '../table/table.ts'
import { checkHeadings, type Found, isUnitLine } from './headings.ts'
import { instantReader } from './instants.ts'
import type { Losses } from './losses.ts'
import { type FileZone, openWithTime, zoneOf } from './own-time.ts'
import { type SumRow, SumRows } from './sum-rows.ts'
import { resolveTimes } from './resolve-times.ts'

/** Values of one row; NaN: not measured. In the order of `columnsOf(plan)`, in the units of the file. */
export interface ReadRow {
  /** Epoch ms. */
  at: number
  file: string
  line: number
  values: number[]
  /** For a line of one source: indexes of its values; NaN at these means that the source stopped measuring. */
  of?: readonly number[]
}

/** Called with the share of the work that is done, 0 to 1. */
export type OnShare = (share: number) => void

/** Lines between two reports of progress. */
const tellEvery = 5000

/**
 * The rows of one file in its order, with the columns of the plan that it has. Rows and values that cannot be read are
 * listed in `losses`. @throws FileProblem
 */
export async function readFileRows(
  file: SourceFile,
  common: ImportPlan,
  losses: Losses,
  limits: ReadLimits = {},
  onShare: OnShare = () => {},
): Promise<{ rows: ReadRow[]; records: number; columns: string[]; sums: SumRow[]; zone: FileZone }> {
  const planned = columnsOf(common)
  const names = planned.map(({ name }) => name)
  const { series } = common
  const { table: opened, plan, isOwn } = await openWithTime(file, common, series?.values ?? names, limits)
  const seen = characterShare(file, (share) => onShare(share / 2))
  let isFirstLook = true
  const whole = { ...opened, records: () => heard(opened.records(), (record) => isFirstLook && seen(record)) }
  const table = series ? unfolded(whole, plan.time.column, series, names) : whole
  const found = planned.flatMap((column, index): Found[] => {
    const place = table.placeOf(column.name)
    return place === undefined ? [] : [{ column, index, place }]
  })
  checkHeadings(table, plan, found)
  const instants = instantReader(table, plan)
  const { first, count, decimal } = lookThrough(table, { ...plan, isOwn }, found, limits)
  isFirstLook = false
  const sums = new SumRows(table, losses)
  const rows: ReadRow[] = []
  const candidates: number[][] = []
  const texts = new Map<ReadRow, string>()
  let nth = 0
  for (const record of table.records()) {
    if (record.line < first) continue
    nth += 1
    if (nth % tellEvery === 0) onShare(0.5 + Math.min(1, nth / count) / 2)
    const broken = brokenBy(record, table)
    const own = broken ? [] : instants(record.cells)
    if (sums.takes(record, instants.place, own.length > 0, broken !== null)) continue
    const at = { file: table.name, line: record.line }
    if (broken) losses.add({ reason: broken, ...at, text: record.cells.map(textOf).join(table.delimiter ?? ' ') })
    else if (own.length === 0)
      losses.add({ reason: 'unparsableTime', ...at, text: textOf(record.cells[instants.place]) })
    if (own.length === 0) continue
    const row = rowOf(record)
    rows.push(row)
    candidates.push(own)
    if (own.length > 1) texts.set(row, textOf(record.cells[instants.place]))
  }
  const resolved = resolveTimes(candidates)
  const known = rows.filter((row, i) => {
    row.at = resolved[i] ?? Number.NaN
    if (!Number.isNaN(row.at)) return true
    losses.add({ reason: 'ambiguousTime', file: table.name, line: row.line, text: texts.get(row) ?? '' })
    return false
  })
  const columns = found.map(({ column }) => column.name)
  const zone = zoneOf(table, plan)
  return { rows: known, records: count - sums.end().length, columns, sums: sums.list, zone }

  /** A row without its time, which is resolved later by the surrounding rows. */
  function rowOf({ line, cells, of }: TableRecord): ReadRow {
    const values = Array.from<number>({ length: planned.length }).fill(Number.NaN)
    for (const { index, place, column } of found) {
      const cell = cells[place]
      const value = valueOf(cell, decimal, column.unit)
      if (value === null) continue
      values[index] = value
      if (Number.isNaN(value)) losses.add({ reason: 'notANumber', file: table.name, line, text: textOf(cell) })
    }
    return { at: Number.NaN, file: table.name, line, values, ...(of && { of }) }
  }
}

/** Whether a line has more or fewer cells than headings; trailing separators do not count as cells. */
function brokenBy({ cells }: TableRecord, { delimiter, header }: SourceTable): 'columnCount' | null {
  if (delimiter === null || cells.length === header.cells.length) return null
  const longer = cells.slice(header.cells.length)
  return longer.length > 0 && longer.every((cell) => textOf(cell).trim() === '') ? null : 'columnCount'
}

/** The number of a cell, in the unit of its column; null: not measured; NaN: not a number. */
function valueOf(cell: Cell | undefined, decimal: DecimalMark, unit: Unit): number | null {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string') return Number.NaN
  const own = numberWithUnit(cell)
  return own ? inUnit(numberOf(own.number, decimal) ?? Number.NaN, own.unit, unit) : numberOf(cell, decimal)
}

/**
 * First pass over a file: counts the lines of measurements, finds the first (after a line of units) and the decimal mark.
 * Two passes keep the lines of a large file out of memory.
 */
function lookThrough(
  table: SourceTable,
  plan: ImportPlan & { isOwn: boolean },
  found: readonly Found[],
  { lines = Infinity }: ReadLimits,
) {
  const style = new NumberStyle()
  let [count, first] = [0, 0]
  for (const record of table.records()) {
    if (count === 0 && isUnitLine(table, record, found)) continue
    if (count === 0) first = record.line
    count += 1
    if (count > lines) {
      throw new FileProblem('tooManyRows', `${table.name} has more than ${lines} lines: cut it into years`)
    }
    for (const { place } of found) {
      const cell = record.cells[place]
      if (typeof cell === 'string') style.see(cell, record.line)
    }
  }
  return {
    first,
    count,
    decimal: (plan.isOwn ? style.shown : null) ?? plan.decimal ?? style.decide(table.name, table.delimiter),
  }
}

function* heard<T>(items: Iterable<T>, onEach: (item: T) => void): Generator<T> {
  for (const item of items) {
    onEach(item)
    yield item
  }
}

/** Reports the approximate share of the file that was read, by the characters of its lines. */
function characterShare({ bytes }: SourceFile, onShare: OnShare): (record: TableRecord) => void {
  let [signs, lines] = [0, 0]
  return ({ cells }) => {
    for (const cell of cells) signs += 1 + (typeof cell === 'string' ? cell.length : 8)
    lines += 1
    if (lines % tellEvery === 0) onShare(Math.min(1, signs / bytes.length))
  }
}
