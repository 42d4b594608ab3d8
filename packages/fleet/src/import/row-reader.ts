import type { SensorFrame } from '@helioport/contract/ingest'
import type { DeviceMap, PlantMap } from './plant-map.ts'
import { columnsOf, sensorNamesOf } from './plant-map.ts'
import { timeReader } from './time-format.ts'
import { type EnergyUnit, fromUnit, plausible, plausiblePowerShare, type PowerUnit } from './units.ts'
import { UsageError } from '../options.ts'

/** Why a row, or a value in it, was not taken. */
export const rejectionReasons = ['unparsableTime', 'duplicateTime', 'outOfOrder', 'notANumber', 'outOfRange'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

export interface DeviceValues {
  powerW?: number
  dcPowerW?: number
  energyTotalKwh?: number
}

export interface MeasuredRow {
  /** Epoch ms. */
  at: number
  /** In the order of the map. */
  devices: DeviceValues[]
  sensors: Omit<SensorFrame, 'at'>
}

export interface RowReader {
  /** The row, or nothing when its time cannot be used. Reasons are given to `reject`, at most once each per row. */
  read: (cells: readonly string[]) => MeasuredRow | undefined
}

const notMeasured = /^(|nan|null|none|n\/a|-|--)$/i
const rememberedTimes = 20_000

/**
 * Reads the rows of one file. A row without a usable time is left out; a value that is no number or cannot be is left
 * out alone, the others of its row are kept. An empty cell is "not measured", no fault.
 * Throws UsageError when a column of the map is missing or there twice.
 */
export function rowReader(
  map: PlantMap,
  header: readonly string[],
  reject: (reason: RejectionReason) => void,
): RowReader {
  const placeOf = columnPlaces(map, header)
  const timePlace = placeOf(map.time.column)
  const times = new RowTimes(timeReader(map.time), reject)
  const deviceReaders = map.devices.map((device) => deviceReader(device, placeOf))
  const sensorReaders = sensorNamesOf(map).map((name) => sensorReader(map, name, placeOf))
  return {
    read(cells) {
      const at = times.next(cells[timePlace] ?? '')
      if (at === undefined) return undefined
      const noted = new Set<RejectionReason>()
      const note = (reason: RejectionReason) => {
        if (!noted.has(reason)) reject(reason)
        noted.add(reason)
      }
      const sensors: Omit<SensorFrame, 'at'> = {}
      for (const readSensor of sensorReaders) {
        const sensor = readSensor(cells, note)
        if (sensor) sensors[sensor.name] = sensor.value
      }
      return { at, devices: deviceReaders.map((readDevice) => readDevice(cells, note)), sensors }
    },
  }
}

type Note = (reason: RejectionReason) => void
type PlaceOf = (column: string) => number

/** Where each column of the map stands in a row. @throws UsageError where one is missing, or there twice */
function columnPlaces(map: PlantMap, header: readonly string[]): PlaceOf {
  const names = header.map((name) => name.trim())
  for (const column of [map.time.column, ...columnsOf(map)]) {
    if (!names.includes(column))
      throw new UsageError(`the file has no column "${column}" (it has: ${names.join(', ')})`)
    if (names.indexOf(column) !== names.lastIndexOf(column))
      throw new UsageError(`the file has column "${column}" twice`)
  }
  return (column) => names.indexOf(column)
}

function sensorReader(map: PlantMap, name: ReturnType<typeof sensorNamesOf>[number], placeOf: PlaceOf) {
  const sensor = map.sensors?.[name]
  const [low, high] = plausible[name]
  const columns = (sensor?.columns ?? []).map(placeOf)
  return (cells: readonly string[], note: Note) => {
    const values = columns.flatMap((column) => {
      const value = numberIn(cells[column], note)
      if (value === undefined || !sensor) return []
      const converted = fromUnit(value, sensor.unit)
      if (converted >= low && converted <= high) return [converted]
      note('outOfRange')
      return []
    })
    if (values.length === 0) return undefined
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    // Sensors read a little below zero at night; less than no light or wind there is not.
    return { name, value: name === 'ambientC' || name === 'moduleC' ? mean : Math.max(0, mean) }
  }
}

function deviceReader(device: DeviceMap, placeOf: PlaceOf) {
  const power = placeOf(device.power.column)
  const dcPower = device.dcPower && { at: placeOf(device.dcPower.column), unit: device.dcPower.unit }
  const counter = device.energyTotal && { at: placeOf(device.energyTotal.column), unit: device.energyTotal.unit }
  const limit = plausiblePowerShare * device.ratedPowerW
  return (cells: readonly string[], note: Note): DeviceValues => {
    const values: DeviceValues = {}
    const powerW = inRange(cells[power], device.power.unit, -limit, limit, note)
    if (powerW !== undefined) values.powerW = powerW
    const dc = dcPower && inRange(cells[dcPower.at], dcPower.unit, -limit, 2 * limit, note)
    if (dc !== undefined) values.dcPowerW = dc
    const kwh = counter && inRange(cells[counter.at], counter.unit, 0, 1e9, note)
    if (kwh !== undefined) values.energyTotalKwh = kwh
    return values
  }
}

/** The times of the rows of one file, which only go on. */
class RowTimes {
  readonly #read: ReturnType<typeof timeReader>
  readonly #reject: Note
  readonly #seen = new Set<number>()
  #last = Number.NEGATIVE_INFINITY

  constructor(read: ReturnType<typeof timeReader>, reject: Note) {
    this.#read = read
    this.#reject = reject
  }

  /** In the hour that comes twice a year the first time after the former row is meant. */
  next(text: string): number | undefined {
    const candidates = this.#read(text)
    if (candidates.length === 0) {
      this.#reject('unparsableTime')
      return undefined
    }
    const at = candidates.find((candidate) => candidate > this.#last)
    if (at === undefined) {
      this.#reject(candidates.some((candidate) => this.#seen.has(candidate)) ? 'duplicateTime' : 'outOfOrder')
      return undefined
    }
    if (this.#seen.size > rememberedTimes) this.#seen.clear()
    this.#seen.add(at)
    this.#last = at
    return at
  }
}

function numberIn(cell: string | undefined, note: Note): number | undefined {
  const text = (cell ?? '').trim()
  if (notMeasured.test(text)) return undefined
  const value = Number(text)
  if (Number.isFinite(value)) return value
  note('notANumber')
  return undefined
}

function inRange(
  cell: string | undefined,
  unit: PowerUnit | EnergyUnit,
  low: number,
  high: number,
  note: Note,
): number | undefined {
  const value = numberIn(cell, note)
  if (value === undefined) return undefined
  const converted = fromUnit(value, unit)
  if (converted >= low && converted <= high) return converted
  note('outOfRange')
  return undefined
}
