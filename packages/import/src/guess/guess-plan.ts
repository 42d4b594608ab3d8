import { numberWithUnit } from '../cell/cell-unit.ts'
import { type DecimalMark, numberOf, NumberStyle } from '../cell/number-style.ts'
import { timeReader } from '../cell/time-format.ts'
import { fromUnit, powerUnits, type Unit } from '../cell/units.ts'
import { FileProblem } from '../problem.ts'
import { type Cell, headingOf, type ReadLimits, type SourceFile, textOf } from '../table/table.ts'
import { guessSeries } from '../series/guess-series.ts'
import type { SeriesPlan } from '../series/unfold.ts'
import { counterShape } from './counter-shape.ts'
import { type ColumnKind, kindOf, unitBySize, unitIn, unitsOf } from './guess-column.ts'
import { namesEnd } from './guess-time.ts'
import { keyNamed, numberIn, sourceNamed } from './source-named.ts'
import { isOfClocks, isOfDays, sampleTable, type TableSample } from './sample-table.ts'
import { type Readings, unitByPower } from './unit-by-power.ts'
import { zoneNamed } from './zone-named.ts'

/** A device of the station to which the file belongs. */
export interface KnownDevice {
  id: string
  name: string
  serial: string
  ratedPowerW: number
}

export interface GuessedColumn {
  heading: string
  /** First values, as written in the file. */
  examples: string[]
  kind: ColumnKind
  unit: Unit | null
  /** Id of its device; null: a sensor column, an ignored column, or unknown. */
  deviceId: string | null
}

/** What a person must be asked, because the file does not say it. */
export const questions = ['zone', 'format', 'decimal', 'unit', 'device'] as const
export type Question = (typeof questions)[number]

export interface Guess {
  fileName: string
  delimiter: string | null
  time: { column: string; format: string; formats: string[]; zone: string; stamp: 'start' | 'end' }
  /** Null: the numbers fit both decimal marks. */
  decimal: DecimalMark | null
  /** Set where each line has one source; the columns are then named by the sources. */
  series: SeriesPlan | null
  columns: GuessedColumn[]
  asks: Question[]
  /** Names of the files that do not name the zone of their times: the answer to `zone` is of these alone. */
  zoneless: string[]
}

/**
 * Guesses the columns of a file by headings and values, and lists the questions that only a person can answer.
 * @param zone of the station: the default zone of the times
 * @throws FileProblem where there is no table with times
 */
export async function guessPlan(
  file: SourceFile,
  { zone, devices, limits = {} }: { zone: string; devices: readonly KnownDevice[]; limits?: ReadLimits },
): Promise<Guess> {
  const whole = await sampleTable(file, limits)
  if (!whole && isOfDays(file))
    throw new FileProblem('interval', `${file.name} has one line a day; an hour is the most`)
  if (!whole && isOfClocks(file)) throw new FileProblem('noDate', `${file.name} has times of day without their day`)
  if (!whole) throw new FileProblem('noColumn', `${file.name} has no table with a column of times`)
  const found = await guessSeries(file, whole, limits)
  const sample = found?.sample ?? whole
  const { header, time, delimiter } = sample
  const decimal = decimalOf(file.name, sample)
  const series = found?.series ?? null
  const own = withDevices(columnsOf(sample, decimal ?? '.'), devices, series).map((column) =>
    withUnit(column, sample, decimal ?? '.', devices),
  )
  const columns = withEnergyUnits(own, sample, decimal ?? '.', series)
  const used = columns.filter(({ kind }) => kind !== 'ignore')
  const asks: Question[] = []
  if (!time.saysZone) asks.push('zone')
  if (!time.isFormatSure && time.formats.length > 1) asks.push('format')
  if (decimal === null) asks.push('decimal')
  if (used.some(({ unit }) => unit === null)) asks.push('unit')
  if (used.some(({ kind, deviceId }) => isOfDevice(kind) && deviceId === null)) asks.push('device')
  return {
    fileName: file.name,
    delimiter,
    time: {
      column: headingOf(textOf(header.cells[time.place] ?? null)),
      format: time.formats[0] ?? 'iso',
      formats: time.formats,
      zone: zoneNamed(time.heading) ?? zone,
      stamp: namesEnd(time.heading) ? 'end' : 'start',
    },
    decimal,
    series,
    columns,
    asks,
    zoneless: time.saysZone ? [] : [file.name],
  }
}

const deviceKinds: readonly ColumnKind[] = ['power', 'dcPower', 'energy', 'energyToday', 'energyTotal']

/** Whether a column of this kind belongs to one device. */
export const isOfDevice = (kind: ColumnKind): boolean => deviceKinds.includes(kind)

function decimalOf(name: string, { records, delimiter, time }: TableSample): DecimalMark | null {
  const style = new NumberStyle()
  for (const { cells, line } of records) {
    for (const [place, cell] of cells.entries())
      if (place !== time.place && typeof cell === 'string') style.see(cell, line)
  }
  try {
    return style.decide(name, delimiter)
  } catch {
    return null
  }
}

/** Values in the order of the file; values with a unit are converted to W, kWh, W/m2, degC, m/s. */
const valuesOf = ({ records }: TableSample, place: number, decimal: DecimalMark): number[] =>
  records.flatMap(({ cells }) => {
    const cell = cells[place] ?? null
    const own = typeof cell === 'string' ? numberWithUnit(cell) : null
    const number =
      typeof cell === 'number' ? cell : typeof cell === 'string' ? numberOf(own?.number ?? cell, decimal) : null
    const value = own && number !== null ? fromUnit(number, own.unit) : number
    return value === null || Number.isNaN(value) ? [] : [value]
  })

/** The most frequent unit written after the values of a column; null: no value has a unit. */
function unitBeside({ records }: TableSample, place: number): Unit | null {
  const counts = new Map<Unit, number>()
  for (const { cells } of records) {
    const unit = numberWithUnit(textOf(cells[place] ?? null))?.unit
    if (unit) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

/** Whether the newest line is first. */
function isBackwards({ records, time }: TableSample): boolean {
  const read = timeReader({ format: time.formats[0] ?? 'iso', zone: 'Etc/UTC' })
  const times = [records[0], records.at(-1)].flatMap((record) => {
    const cell = record?.cells[time.place] ?? null
    return typeof cell === 'object' && cell !== null ? [cell.wall] : read(textOf(cell)).slice(0, 1)
  })
  return (times[0] ?? 0) > (times[1] ?? Infinity)
}

function columnsOf(sample: TableSample, decimal: DecimalMark): PlacedColumn[] {
  const { header, units, records, time } = sample
  const isNewestFirst = isBackwards(sample)
  return header.cells.flatMap((cell, place) => {
    const heading = headingOf(textOf(cell))
    if (place === time.place) return []
    const unit = unitIn(heading) ?? (units ? unitIn(textOf(units[place] ?? null)) : null) ?? unitBeside(sample, place)
    const values = valuesOf(sample, place, decimal)
    const isTwice = header.cells.filter((other) => headingOf(textOf(other)) === heading).length > 1
    const known = values.length === 0 || isTwice || heading === '' ? 'ignore' : (kindOf(heading, unit) ?? 'ignore')
    const isCount = known === 'energy' || known === 'energyTotal'
    const shape = isCount ? counterShape(isNewestFirst ? values.toReversed() : values) : null
    const kind = shape ?? known
    const own = records.map((record) => textOf(record.cells[place] ?? null))
    const examples = own.filter((text) => text !== '').slice(0, 3)
    return [
      {
        heading,
        examples,
        kind,
        unit: unitsOf(kind).find((each) => each === unit) ?? null,
        deviceId: null,
        place,
        isByShape: shape !== null,
      },
    ]
  })
}

/** Assigns columns to devices by name or serial, else by their number, else to the only device. */
function withDevices<C extends GuessedColumn>(
  columns: readonly C[],
  devices: readonly KnownDevice[],
  series: SeriesPlan | null,
): C[] {
  const all = columns.filter(({ kind }) => isOfDevice(kind))
  const isPart = (column: C) => devices.length === 1 && isOneOfMany(column, all)
  const own = all.filter((column) => !isPart(column))
  const numbers = [...new Set(own.map(({ heading }) => numberIn(heading)))].filter((number) => number !== null)
  const byNumber = numbers.toSorted((a, b) => a - b)
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const named = (heading: string) => {
    const key = keyNamed(heading, series)
    const same = devices.filter(({ name, serial }) => key !== '' && [name, serial].includes(key))
    if (same.length > 0) return same
    return devices.filter(({ name, serial }) =>
      [name, serial].some((each) => each !== '' && plain(heading).includes(plain(each))),
    )
  }
  return columns.map((column) => {
    if (!isOfDevice(column.kind)) return column
    if (isPart(column) && named(column.heading).length === 0) return { ...column, kind: 'ignore', unit: null }
    const [first, second] = named(column.heading)
    if (first && !second) return { ...column, deviceId: first.id }
    if (devices.length === 1 && byNumber.length <= 1) return { ...column, deviceId: devices[0]?.id ?? null }
    const nth = byNumber.indexOf(numberIn(column.heading) ?? Number.NaN)
    return { ...column, deviceId: byNumber.length === devices.length ? (devices[nth]?.id ?? null) : null }
  })
}

/** Columns of phases or strings beside the only device's total: they have a number, the total has none. */
const isOneOfMany = ({ kind, heading }: GuessedColumn, all: readonly GuessedColumn[]) =>
  numberIn(heading) !== null && all.some((other) => other.kind === kind && numberIn(other.heading) === null)

/** Rated power of a device, W; for an unknown device only if all devices of the station have the same. */
function ratedOf(deviceId: string | null, devices: readonly KnownDevice[]): number | null {
  const [first, ...others] = devices
  const alike = first && others.every(({ ratedPowerW }) => ratedPowerW === first.ratedPowerW) ? first : undefined
  return (deviceId === null ? alike : devices.find(({ id }) => id === deviceId))?.ratedPowerW ?? null
}

/** `isByShape`: the kind of counter was found by its values, not by its heading. */
type PlacedColumn = GuessedColumn & { place: number; isByShape: boolean }

/** Full-load hours that no day can reach: a counter beyond this restarts each month or year. */
const dayHours = 36

function withUnit(
  column: PlacedColumn,
  sample: TableSample,
  decimal: DecimalMark,
  devices: readonly KnownDevice[],
): PlacedColumn {
  if (column.kind === 'ignore') return column
  if (column.unit !== null) return asCounter(column, sample, decimal, ratedOf(column.deviceId, devices))
  const most = valuesOf(sample, column.place, decimal).reduce((high, value) => Math.max(high, value), 0)
  return { ...column, unit: unitBySize(column.kind, most, ratedOf(column.deviceId, devices)) }
}

function asCounter(
  column: PlacedColumn,
  sample: TableSample,
  decimal: DecimalMark,
  ratedW: number | null,
): PlacedColumn {
  const { kind, isByShape, unit, place } = column
  if (kind !== 'energyToday' || !isByShape || unit === null || ratedW === null) return column
  const most = valuesOf(sample, place, decimal).reduce((high, value) => Math.max(high, value), 0)
  return fromUnit(most, unit) > (dayHours * ratedW) / 1000 ? { ...column, kind: 'energyTotal' } : column
}

/** Finds missing units of energy columns by the power of the same device. */
function withEnergyUnits(
  columns: readonly PlacedColumn[],
  sample: TableSample,
  decimal: DecimalMark,
  series: SeriesPlan | null,
): GuessedColumn[] {
  const { records, time } = sample
  const read = timeReader({ format: time.formats[0] ?? 'iso', zone: 'Etc/UTC' })
  const instantOf = (cell: Cell) => (typeof cell === 'object' && cell !== null ? cell.wall : read(textOf(cell))[0])
  const readingsOf = ({ place }: PlacedColumn): Readings => {
    const own = records.filter(({ cells }) => (cells[place] ?? null) !== null)
    return {
      at: own.map(({ cells }) => instantOf(cells[time.place] ?? null)),
      values: own.map((record) => valuesOf({ ...sample, records: [record] }, place, decimal)[0] ?? null),
    }
  }
  const partOf = ({ heading, deviceId }: PlacedColumn) => deviceId ?? sourceNamed(heading, series)
  return columns.map((column): GuessedColumn => {
    const { place: _, isByShape: __, ...guessed } = column
    if (column.unit !== null || !['energy', 'energyToday', 'energyTotal'].includes(column.kind)) return guessed
    const power = columns.find((other) => other.kind === 'power' && partOf(other) === partOf(column))
    const unit = powerUnits.find((each) => each === power?.unit)
    if (!power || !unit) return guessed
    return { ...guessed, unit: unitByPower(column.kind, readingsOf(column), { ...readingsOf(power), unit }) }
  })
}
