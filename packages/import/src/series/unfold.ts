import { type Cell, headingOf, type SourceTable, type TableRecord, textOf } from '../table/table.ts'

/** Plan of a table in long format: each line has one source, named by keys, and its values. */
export interface SeriesPlan {
  /** Columns whose texts together name the source, such as an entity or an inverter. */
  keys: string[]
  /** Columns with values. */
  values: string[]
}

interface Places {
  time: number
  keys: number[]
  values: number[]
  width: number
}

/** Places of the columns in a line of headings; null: the line is not the headings. */
function placesIn(cells: readonly Cell[], time: string, { keys, values }: SeriesPlan): Places | null {
  const names = cells.map((cell) => headingOf(textOf(cell)))
  const placeOf = (column: string) => names.indexOf(headingOf(column))
  const found = { time: placeOf(time), keys: keys.map(placeOf), values: values.map(placeOf), width: cells.length }
  return [found.time, ...found.keys, ...found.values].includes(-1) ? null : found
}

/** Name of the column of a source: the source, and the heading of the value if there are several. */
function nameOf(cells: readonly Cell[], { keys }: Places, { values }: SeriesPlan, value: string): string | null {
  const own = keys.map((place) => headingOf(textOf(cells[place]))).filter((text) => text !== '')
  if (own.length === 0) return null
  return (values.length === 1 ? own : [...own, headingOf(value)]).join(' · ')
}

interface Reading {
  line: number
  time: Cell
  /** By the name of their column. */
  values: [name: string, value: Cell][]
}

/** The lines of such a table; `broken`: text of a line with more or fewer cells than its headings. */
export function* readings(
  table: SourceTable,
  time: string,
  series: SeriesPlan,
): Generator<Reading | { line: number; broken: string }> {
  let places = placesIn(table.header.cells, time, series)
  for (const { line, cells } of table.records()) {
    // A file of several tables repeats the headings, possibly with other columns.
    const headings = cells.some((cell) => textOf(cell) === time) ? placesIn(cells, time, series) : null
    if (headings) places = headings
    if (headings || !places) continue
    if (table.delimiter !== null && cells.length !== places.width) {
      yield { line, broken: cells.map(textOf).join(table.delimiter) }
      continue
    }
    const own = places
    const values = series.values.flatMap((value, nth): Reading['values'] => {
      const name = nameOf(cells, own, series, value)
      return name === null ? [] : [[name, cells[own.values[nth] ?? -1] ?? null]]
    })
    yield { line, time: cells[own.time] ?? null, values }
  }
}

/** The table in wide format: one column per source and value; sources that are not in `names` are left out. */
export function unfolded(table: SourceTable, time: string, series: SeriesPlan, names: readonly string[]): SourceTable {
  const places = new Map(names.map((name, nth) => [headingOf(name), nth + 1]))
  const header = { line: table.header.line, cells: [time, ...names] }
  const records = function* (): Generator<TableRecord> {
    for (const reading of readings(table, time, series)) {
      if ('broken' in reading) {
        yield { line: reading.line, cells: [reading.broken] }
        continue
      }
      const cells = Array.from<Cell>({ length: names.length + 1 }).fill(null)
      cells[0] = reading.time
      const of: number[] = []
      for (const [name, value] of reading.values) {
        const place = places.get(name)
        if (place === undefined) continue
        cells[place] = value
        of.push(place - 1)
      }
      if (of.length > 0) yield { line: reading.line, cells, of }
    }
  }
  const placeOf = (column: string) => (headingOf(column) === headingOf(time) ? 0 : places.get(headingOf(column)))
  return { name: table.name, delimiter: table.delimiter, header, placeOf, records }
}
