import { FileProblem } from '../problem.ts'
import type { ImportPlan, PlannedColumn } from '../plan.ts'
import { unitNamed } from '../cell/units.ts'
import { contradictsZone } from '../guess/zone-named.ts'
import { type SourceTable, type TableRecord, textOf } from '../table/table.ts'

/** A column of the plan that a file has. */
export interface Found {
  column: PlannedColumn
  /** `index`: in the row of values; `place`: in the record. */
  index: number
  place: number
}

/** Whether a record is a line of units below the headings. @throws FileProblem for other units than the plan */
export function isUnitLine(table: SourceTable, record: TableRecord, found: readonly Found[]): boolean {
  const named = found.filter(({ place }) => unitNamed(textOf(record.cells[place])) !== null)
  if (named.length === 0 || record.cells.some((cell) => /\d{2}/.test(textOf(cell)))) return false
  for (const { column, place } of named) checkUnit(table.name, record.line, column, textOf(record.cells[place]))
  return true
}

/** @throws FileProblem where headings name another unit or zone than the plan */
export function checkHeadings(table: SourceTable, { time }: ImportPlan, found: readonly Found[]): void {
  const { name, header } = table
  for (const { column } of found) if (/[([]/.test(column.name)) checkUnit(name, header.line, column, column.name)
  if (contradictsZone(time.column, time.zone)) {
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
