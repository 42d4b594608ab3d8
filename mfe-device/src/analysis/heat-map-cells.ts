import type { InverterAnalysis } from '@helioport/contract'
import type { Format } from '@helioport/i18n'
import { sharesOf } from './parameter.ts'
import type { AnalysisText } from './texts.ts'

export interface MapRow {
  deviceId: string
  name: string
  medianA: readonly (number | null)[]
  strings: (number | null)[][]
}

/** A quarter-hour of one string; all indexes from 0. */
export interface Cell {
  row: number
  string: number
  quarter: number
}

/** Inverters with known string values. */
export const rowsOf = ({ inverters }: InverterAnalysis): MapRow[] =>
  inverters.flatMap((inverter) => {
    const strings = sharesOf(inverter)
    const isKnown = strings.some((shares) => shares.some((share) => share !== null))
    return isKnown
      ? [{ deviceId: inverter.deviceId, name: inverter.name, medianA: inverter.stringMedianA, strings }]
      : []
  })

/** px: limit for all strings together, and limits for one. */
const mapHeight = 2400
const [leastHeight, mostHeight] = [3, 8] as const
/** px for a name. */
const nameHeight = 18

/** Height of an inverter's strings, px: with many inverters strings are drawn lower. */
export function stripHeight(rows: readonly Pick<MapRow, 'strings'>[], row: Pick<MapRow, 'strings'>): number {
  const all = rows.reduce((sum, { strings }) => sum + strings.length, 0)
  const each = Math.min(mostHeight, Math.max(leastHeight, Math.floor(mapHeight / Math.max(1, all))))
  return Math.max(nameHeight, row.strings.length * each)
}

const hour = 4

/** The cell that a key leads to, moving across inverters. Undefined: not a moving key. */
export function cellAfter(
  rows: readonly MapRow[],
  quarters: number,
  cell: Cell | undefined,
  key: string,
): Cell | undefined {
  const across: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -hour,
    PageDown: hour,
    Home: -1e9,
    End: 1e9,
  }
  const down: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }
  if (!(key in across) && !(key in down)) return undefined
  if (!cell) return { row: 0, string: 0, quarter: Math.floor(quarters / 2) }
  if (key in across) return { ...cell, quarter: Math.min(quarters - 1, Math.max(0, cell.quarter + (across[key] ?? 0))) }
  const string = cell.string + (down[key] ?? 0)
  const own = rows[cell.row]?.strings.length ?? 0
  if (string >= 0 && string < own) return { ...cell, string }
  const row = cell.row + (string < 0 ? -1 : 1)
  const other = rows[row]
  return other ? { ...cell, row, string: string < 0 ? other.strings.length - 1 : 0 } : cell
}

interface Words {
  text: AnalysisText
  format: Format
  time: (quarter: number) => string
}

/** "Inverter 3, string 4, 11:15: 87 % of the median, 7.31 A". */
export function cellText(rows: readonly MapRow[], cell: Cell, { text, format, time }: Words): string {
  const row = rows[cell.row]
  const share = row?.strings[cell.string]?.[cell.quarter] ?? null
  const median = row?.medianA[cell.quarter] ?? null
  const where = { inverter: row?.name ?? '', string: format.number(cell.string + 1), time: time(cell.quarter) }
  if (share === null || median === null) return text('map.unknown', where)
  return text('map.cell', {
    ...where,
    share: format.percent(share, 0),
    current: format.quantity(share * median, 'A', 1).text,
  })
}
