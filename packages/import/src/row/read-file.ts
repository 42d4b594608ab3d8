import { zoneClock } from '@helioport/time'
import { FileProblem } from '../problem.ts'
import { columnsOf, type ImportPlan, type PlannedColumn } from '../plan.ts'
import { type DecimalMark, numberOf, NumberStyle } from '../cell/number-style.ts'
import { timeReader, wallOfSerial } from '../cell/time-format.ts'
import { inUnit, numberWithUnit } from '../cell/cell-unit.ts'
import { type Unit, unitNamed } from '../cell/units.ts'
import { offsetOf } from '../cell/zone-mark.ts'
import { unfolded } from '../series/unfold.ts'
import { openTable } from '../table/open-table.ts'
import {
  type Cell,
  type ReadLimits,
  type SourceFile,
  type SourceTable,
  type TableRecord,
  textOf,
} from '../table/table.ts'
import type { Losses } from './losses.ts'
import { resolveTimes } from './resolve-times.ts'

/** Values of one row; NaN: not measured. In the order of `columnsOf(plan)`, in the units of the file. */
export interface ReadRow {
  /** Epoch ms. */
  at: number
  file: string
  line: number
  values: number[]
  /** Of a line of one source: which of the values it says; what of them is NaN was not measured any more. */
  of?: readonly number[]
}

/** Hears which share of the work is done. */
export type OnShare = (share: number) => void

/** Lines between two words of how far it is. */
const tellEvery = 5000

interface Found {
  column: PlannedColumn
  /** In the row of values, in the record. */
  index: number
  place: number
}

/**
 * The rows of one file in its own order, with the columns of the plan that it has. What cannot be read is named in
 * `losses`. @throws FileProblem
 */
export async function readFileRows(
  file: SourceFile,
  plan: ImportPlan,
  losses: Losses,
  limits: ReadLimits = {},
  onShare: OnShare = () => {},
): Promise<{ rows: ReadRow[]; records: number; columns: string[] }> {
  const planned = columnsOf(plan)
  const names = planned.map(({ name }) => name)
  const { series } = plan
  const opened = await openTable(
    file,
    { time: plan.time.column, values: series?.values ?? names },
    plan.delimiter,
    limits,
  )
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
  const { first, count, decimal } = lookThrough(table, plan, found, limits)
  isFirstLook = false
  const reasonOf = (record: TableRecord) => {
    if (table.delimiter === null || record.cells.length === table.header.cells.length) return null
    const longer = record.cells.slice(table.header.cells.length)
    // Separators at the end of a line are no cells.
    return longer.length > 0 && longer.every((cell) => textOf(cell).trim() === '') ? null : ('columnCount' as const)
  }
  const rows: ReadRow[] = []
  const candidates: number[][] = []
  const texts = new Map<ReadRow, string>()
  let nth = 0
  for (const record of table.records()) {
    if (record.line < first) continue
    nth += 1
    if (nth % tellEvery === 0) onShare(0.5 + Math.min(1, nth / count) / 2)
    const broken = reasonOf(record)
    const own = broken ? [] : instants(record.cells)
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
  return { rows: known, records: count, columns: found.map(({ column }) => column.name) }

  /** Without its time, which the rows around it tell. */
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

/** The number of a cell, in the unit of its column; null: nothing measured; NaN: no number. */
function valueOf(cell: Cell | undefined, decimal: DecimalMark, unit: Unit): number | null {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string') return Number.NaN
  const own = numberWithUnit(cell)
  return own ? inUnit(numberOf(own.number, decimal) ?? Number.NaN, own.unit, unit) : numberOf(cell, decimal)
}

/**
 * How many lines of measurements there are, at which line the first stands (a line of units is none), and the decimal mark
 * that their numbers show. A large file is gone through twice, and its lines are never all in memory.
 */
function lookThrough(table: SourceTable, plan: ImportPlan, found: readonly Found[], { lines = Infinity }: ReadLimits) {
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
  return { first, count, decimal: plan.decimal ?? style.decide(table.name, table.delimiter) }
}

function* heard<T>(items: Iterable<T>, onEach: (item: T) => void): Generator<T> {
  for (const item of items) {
    onEach(item)
    yield item
  }
}

/** About how much of a file was seen, by the signs of its lines. */
function characterShare({ bytes }: SourceFile, onShare: OnShare): (record: TableRecord) => void {
  let [signs, lines] = [0, 0]
  return ({ cells }) => {
    for (const cell of cells) signs += 1 + (typeof cell === 'string' ? cell.length : 8)
    lines += 1
    if (lines % tellEvery === 0) onShare(Math.min(1, signs / bytes.length))
  }
}

/** Below the headings some files say the units. @throws FileProblem where they are not those of the plan */
function isUnitLine(table: SourceTable, record: TableRecord, found: readonly Found[]): boolean {
  const named = found.filter(({ place }) => unitNamed(textOf(record.cells[place])) !== null)
  if (named.length === 0 || record.cells.some((cell) => /\d{2}/.test(textOf(cell)))) return false
  for (const { column, place } of named) checkUnit(table.name, record.line, column, textOf(record.cells[place]))
  return true
}

/** @throws FileProblem where headings say another unit or zone than the plan */
function checkHeadings(table: SourceTable, { time }: ImportPlan, found: readonly Found[]): void {
  const { name, header } = table
  for (const { column } of found) if (/[([]/.test(column.name)) checkUnit(name, header.line, column, column.name)
  if (/\b(UTC|GMT)\b(?![+-])/.test(time.column) && zoneClock(time.zone).offsetAt(Date.UTC(2026, 6, 1)) !== 0) {
    throw new FileProblem('zoneMismatch', `${name} has times in "${time.column}", the map says ${time.zone}`)
  }
}

function checkUnit(file: string, line: number, column: PlannedColumn, text: string): void {
  const unit = unitNamed(text)
  if (unit === null || unit === column.unit) return
  throw new FileProblem(
    'unitMismatch',
    `${file} gives column "${column.name}" in ${unit} (line ${line}), the map says ${column.unit}`,
  )
}

/** Reads the instants that a row can mean: by the offset beside the time where there is one. */
function instantReader(table: SourceTable, { time }: ImportPlan) {
  const place = table.placeOf(time.column) ?? 0
  const read = timeReader(time)
  const clock = zoneClock(time.zone)
  const hasOffsets = offsetsStandAt(table, place + 1)
  const isEpoch = time.format === 'epochMs' || time.format === 'epochS'
  const wallOf = (cell: Cell | undefined): number | null => {
    if (typeof cell === 'number') return isEpoch ? null : wallOfSerial(cell)
    return typeof cell === 'object' && cell !== null ? cell.wall : null
  }
  const instants = (cells: readonly Cell[]): number[] => {
    const wall = wallOf(cells[place])
    const offset = hasOffsets ? offsetOf(textOf(cells[place + 1])) : null
    if (wall !== null) return offset === null ? clock.instantsOf(wall) : [wall - offset]
    const found = read(textOf(cells[place]))
    if (offset === null || found.length < 2) return found
    return found.filter((at) => clock.offsetAt(at) === offset)
  }
  return Object.assign(instants, { place })
}

/** Whether the column holds offsets from UTC (`+02:00`) and nothing else. */
function offsetsStandAt(table: SourceTable, place: number): boolean {
  let seen = 0
  for (const { cells } of table.records()) {
    const text = textOf(cells[place]).trim()
    if (text === '') continue
    if (offsetOf(text) === null) return false
    seen += 1
    if (seen >= 50) return true
  }
  return seen > 0
}
