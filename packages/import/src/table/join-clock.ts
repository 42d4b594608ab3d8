import { type Cell, headingOf, type TableRecord, textOf } from './table.ts'

/** Many files have date and time of day in adjacent columns: they are read as one column named by both headings. */
const dayMs = 86_400_000
const dateText = /^\s*(\d{1,4}[./-](\d{1,2}|[\p{L}\p{M}]{3,9}\.?)[./-]\d{1,4}\.?|\d{8})\s*$/u
const clockText = /^\s*\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(\s?[AaPp]\.?\s?[Mm]\.?)?\s*$/
/** A workbook cell with a time of day only has a date at the start of its calendar, before this instant. */
const firstDays = Date.UTC(1900, 1, 1)

const wallIn = (cell: Cell | undefined) => (typeof cell === 'object' && cell !== null ? cell.wall : null)

/** Whether a cell is a date without a time. */
export function isDate(cell: Cell | undefined): boolean {
  const wall = wallIn(cell)
  return wall === null ? typeof cell === 'string' && dateText.test(cell) : wall > firstDays && wall % dayMs === 0
}

/** Whether a cell is a time of day without a date. */
export function isClock(cell: Cell | undefined): boolean {
  const wall = wallIn(cell)
  if (typeof cell === 'number') return cell >= 0 && cell < 1
  return wall === null ? typeof cell === 'string' && clockText.test(cell) : wall < firstDays
}

/** Place of a column of dates before a column of times of day; null: none. A line of sums may have neither. */
export function datePlaceIn(records: readonly TableRecord[]): number | null {
  const width = Math.max(0, ...records.map(({ cells }) => cells.length))
  for (let place = 0; place < width - 1; place += 1) {
    const both = records.filter(({ cells }) => isDate(cells[place]) && isClock(cells[place + 1]))
    if (both.length > 0 && both.length >= 0.98 * records.length - 1) return place
  }
  return null
}

/** The place whose heading joined with the next heading equals `heading`; null: none. */
export function joinedPlace(header: TableRecord, heading: string): number | null {
  const place = header.cells.findIndex((_, i) => headingOf(textOf(joinAt(header, i).cells[i] ?? null)) === heading)
  return place < 0 || place === header.cells.length - 1 ? null : place
}

export function joinAt(record: TableRecord, place: number): TableRecord {
  const [day, clock] = record.cells.slice(place, place + 2)
  return { ...record, cells: record.cells.with(place, joined(day ?? null, clock ?? null)) }
}

function joined(day: Cell, clock: Cell): Cell {
  const [wall, clockWall] = [wallIn(day), wallIn(clock)]
  const ofDay = clockWall === null ? null : ((clockWall % dayMs) + dayMs) % dayMs
  if (wall === null)
    return `${textOf(day)} ${ofDay === null ? textOf(clock) : new Date(ofDay).toISOString().slice(11, 19)}`
  if (ofDay !== null) return { wall: wall + ofDay }
  if (typeof clock === 'number') return { wall: wall + Math.round(clock * 86_400) * 1000 }
  return `${new Date(wall).toISOString().slice(0, 10)} ${textOf(clock)}`
}
