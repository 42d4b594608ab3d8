import { type Dialect, numberOf, splitLine } from './cells.ts'
import { type Column, columnOf } from './columns.ts'
import type { Table } from './tables.ts'

/** At least this many rising numbers in a line are a grid of voltages, not points. */
const leastGrid = 10

/**
 * Reads `time,0.0,0.5,1.0` above lines of currents: all sweeps have the same voltages, which are only in the head.
 * Undefined: the file has another layout.
 */
export function voltageGridIn(lines: readonly string[], dialect: Dialect): Table | undefined {
  const numbersOf = (cells: readonly string[]) => cells.map((cell) => numberOf(cell, dialect.decimalComma))
  for (const [at, text] of lines.entries()) {
    const heads = splitLine(text.replace(/^#\s*/, ''), dialect.separator)
    const volts = numbersOf(heads)
    const grid = volts.filter((v) => !Number.isNaN(v))
    const isRising = grid.every((v, i) => i === 0 || v > (grid[i - 1] ?? v))
    if (grid.length < leastGrid || !isRising) continue
    const rows = lines.flatMap((line, i) =>
      i > at && line.trim() !== '' ? [{ cells: splitLine(line, dialect.separator), line: i + 1 }] : [],
    )
    if (rows.length === 0 || rows.some(({ cells }) => cells.length > heads.length)) return undefined
    const isCurve = ({ cells }: Table['rows'][number]) => {
      const amperes = numbersOf(cells).filter((value, i) => !Number.isNaN(value) && !Number.isNaN(volts[i]))
      return amperes.length >= leastGrid && Math.max(...amperes.slice(0, 3)) > Math.min(...amperes.slice(-3))
    }
    if (!rows.some(isCurve)) return undefined
    const isVoltage = (i: number) => !Number.isNaN(volts[i])
    const point = (kind: 'voltage' | 'current'): Column => ({ kind, factor: 1, number: null })
    // Adds the voltages of the head to each line, as in a file with one curve per line.
    const doubled = (cells: readonly string[], of: (i: number) => string) => [
      ...cells,
      ...heads.flatMap((_, i) => (isVoltage(i) ? [of(i)] : [])),
    ]
    return {
      columns: [
        ...heads.map((head, i) => (isVoltage(i) ? point('current') : columnOf(head))),
        ...grid.map(() => point('voltage')),
      ],
      rows: rows.map(({ cells, line }) => ({
        cells: doubled(
          heads.map((_, i) => cells[i] ?? ''),
          (i) => heads[i] ?? '',
        ),
        line,
      })),
      dialect,
      around: { irradianceWm2: null, cellC: null },
    }
  }
  return undefined
}
