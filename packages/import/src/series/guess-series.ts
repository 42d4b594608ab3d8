import { unitNamed } from '../cell/units.ts'
import { numberOf } from '../cell/number-style.ts'
import type { TableSample } from '../guess/sample-table.ts'
import { openTable } from '../table/open-table.ts'
import { type Cell, headingOf, type ReadLimits, type SourceFile, textOf } from '../table/table.ts'
import { readings, type SeriesPlan } from './unfold.ts'

const namesSource =
  /^(name|tags|entity[ _]?id|entity|series|metric|statistic[ _]id|topic|sensor([ _]?id)?|point|data ?point|tag|parameter|source[ _]?(key|id|name)?|(plant|site|station)[ _]?(id|key|code)|channel|variable|item|id|(inverter|device|datalogger|logger) ?(sn|id|name|serial( number)?)|sn|serial( (number|no\.?))?|device|inverter|manage ?object|managed object|seriennummer|gerät|wechselrichter|测点(名称)?|设备(名称|sn|编号)?|逆变器(名称|sn|序列号)?|管理对象|序列号|設備(名稱)?|逆變器(名稱)?)$/i
const namesValue = /^(state|value|_value|val|wert|messwert|reading|mean|值|数值|數值|状态值)$/i
/** Columns that a time series database adds to each line. */
const ofDatabase = /^(|result|table|_start|_stop|_time|_value)$/
const mostSources = 300
/** Maximal share of distinct times with several sources: the repeated hour and repeated rows alone stay above it. */
const mostOnce = 0.7
const sureKeys = 0.98
/** Maximal number of lines of each column in the sample. */
const shown = 400

interface FoundSeries {
  series: SeriesPlan
  /** The first lines of each column. */
  sample: TableSample
}

/** Finds key and value columns of a table whose lines have one source each; null: it is not such a table. */
export async function guessSeries(
  file: SourceFile,
  sample: TableSample,
  limits: ReadLimits,
): Promise<FoundSeries | null> {
  const all = planIn(sample)
  if (!all) return null
  const time = headingOf(textOf(sample.header.cells[sample.time.place] ?? null))
  const table = await openTable(file, { time, values: all.values }, sample.delimiter ?? undefined, limits)
  const keys = varying(() => keysOf(table.records(), table.placeOf, all.keys))
  if (all.values.length > 1 && keys.length === 0) return null
  const series = { ...all, keys: keys.length > 0 ? keys : all.keys.slice(0, 1) }
  const columns = new Map<string, { time: Cell; value: Cell; line: number }[]>()
  for (const reading of readings(table, time, series)) {
    if ('broken' in reading) continue
    for (const [name, value] of reading.values) {
      const own = columns.get(name) ?? []
      if (own.length === 0) columns.set(name, own)
      if (own.length < shown) own.push({ time: reading.time, value, line: reading.line })
    }
    if (columns.size > mostSources * series.values.length) return null
  }
  const measured = [...columns].filter(([, own]) => own.some(({ value }) => isNumber(value)))
  const names = measured.map(([name]) => name)
  const records = measured.flatMap(([, own], nth) =>
    own.map(({ time: at, value, line }) => ({ line, cells: [at, ...names.map((_, i) => (i === nth ? value : null))] })),
  )
  const header = { line: sample.header.line, cells: [time, ...names] }
  return { series, sample: { ...sample, header, units: null, records, time: { ...sample.time, place: 0 } } }
}

function planIn({ header, records, time }: TableSample): SeriesPlan | null {
  const names = header.cells.map((cell) => headingOf(textOf(cell)))
  const isDatabase = names.includes('_value') && names.includes('_time')
  const isKey = (name: string) => (isDatabase ? !ofDatabase.test(name) : namesSource.test(name))
  const others = names.filter((_, place) => place !== time.place)
  const shape = keyByShape({ header, records, time })
  const keys = others.filter((name) => isKey(name) || name === shape)
  if (keys.length === 0) return null
  const reading = others.find((name) => namesValue.test(name))
  if (reading !== undefined) return { keys, values: [reading] }
  const values = others.filter(
    (name) =>
      name !== '' &&
      !keys.includes(name) &&
      !isKey(name) &&
      names.indexOf(name) === names.lastIndexOf(name) &&
      records.some(({ cells }) => isNumber(cells[names.indexOf(name)])),
  )
  return values.length === 0 ? null : { keys, values }
}

/** Heading of the column that distinguishes lines of the same time, if many times repeat; null: there is none. */
function keyByShape({ header, records, time }: Pick<TableSample, 'header' | 'records' | 'time'>): string | null {
  const times = records.map(({ cells }) => textOf(cells[time.place] ?? null))
  if (new Set(times).size > mostOnce * times.length) return null
  const place = [...header.cells.keys()].find((nth) => {
    const keys = records.map(({ cells }) => cells[nth] ?? null)
    if (nth === time.place || !keys.every((key) => typeof key === 'string' && key !== '' && !isNumber(key)))
      return false
    const both = new Set(keys.map((key, at) => `${times[at]}\n${textOf(key)}`))
    return new Set(keys).size > 1 && both.size >= sureKeys * records.length
  })
  return place === undefined ? null : headingOf(textOf(header.cells[place] ?? null))
}

function* keysOf(
  records: Iterable<{ cells: readonly Cell[] }>,
  placeOf: (column: string) => number | undefined,
  keys: readonly string[],
) {
  const places = keys.map((key) => [key, placeOf(key) ?? -1] as const)
  for (const { cells } of records) for (const [key, place] of places) yield [key, textOf(cells[place])] as const
}

/** Keys whose texts differ within the file, or name a unit. */
function varying(pairs: () => Iterable<readonly [key: string, text: string]>): string[] {
  const seen = new Map<string, Set<string>>()
  for (const [key, text] of pairs()) {
    const own = seen.get(key) ?? new Set()
    seen.set(key, own)
    if (text !== '' && text !== key && own.size <= mostSources) own.add(text)
  }
  return [...seen].filter(([, own]) => own.size > 1 || [...own].some((text) => unitNamed(text))).map(([key]) => key)
}

const isNumber = (cell: Cell | undefined): boolean => {
  if (typeof cell === 'number') return true
  if (typeof cell !== 'string') return false
  const value = numberOf(cell, '.') ?? numberOf(cell, ',')
  return value !== null && !Number.isNaN(value)
}
