import { columnsOf, type DevicePlan, deviceQuantities, type ImportPlan } from '../plan.ts'
import { fromUnit, plausible, plausiblePowerShare, type SensorName, sensorNames } from '../cell/units.ts'
import type { Losses } from './losses.ts'
import type { ReadRow } from './read-file.ts'

export interface DeviceValues {
  powerW?: number
  dcPowerW?: number
  /** Energy of the interval of the row. */
  energyKwh?: number
  energyTodayKwh?: number
  energyTotalKwh?: number
}

/** The interval that a row of one stream (a device, or the sensors) covers. */
export interface Hold {
  ms: number
  /** Rows are missing after it; before it where rows are stamped at the end of their interval. */
  gap: boolean
}

export interface MeasuredRow {
  /** Epoch ms. */
  at: number
  /** Its place; for merged rows the place of the first. */
  file: string
  line: number
  /** In the order of the plan. */
  devices: DeviceValues[]
  sensors: Partial<Record<SensorName, number>>
  /** One per device; null: no value in this row. Set after all rows are read. */
  holds: (Hold | null)[]
  sensorHold: Hold | null
}

const keyOf = {
  power: 'powerW',
  dcPower: 'dcPowerW',
  energy: 'energyKwh',
  energyToday: 'energyTodayKwh',
  energyTotal: 'energyTotalKwh',
} as const

/** Shared by all rows of a file without sensors, to save memory. */
const noSensors = Object.freeze({})

/** Converts values of a file to quantities; implausible values are left out and listed in `losses`. */
export function quantityReader(plan: ImportPlan, losses: Losses): (row: ReadRow) => MeasuredRow {
  const names = columnsOf(plan).map(({ name }) => name)
  const devices = plan.devices.map((device) => deviceReader(device, names))
  const sensors = sensorNames.filter((name) => plan.sensors?.[name]).map((name) => sensorReader(plan, name, names))
  return (row) => {
    const outOfRange = (value: number) =>
      losses.add({ reason: 'outOfRange', file: row.file, line: row.line, text: String(value) })
    const measured: MeasuredRow = {
      at: row.at,
      file: row.file,
      line: row.line,
      devices: devices.map((read) => read(row.values, outOfRange)),
      sensors: sensors.length > 0 ? {} : noSensors,
      holds: [],
      sensorHold: null,
    }
    for (const { name, read } of sensors) {
      const value = read(row.values, outOfRange)
      if (value !== undefined) measured.sensors[name] = value
    }
    return measured
  }
}

type OutOfRange = (value: number) => void

function deviceReader(device: DevicePlan, names: readonly string[]) {
  const limit = plausiblePowerShare * device.ratedPowerW
  const mostKwh = limit / 1000
  const ranges = {
    power: [-limit, limit],
    dcPower: [-limit, 2 * limit],
    energy: [-mostKwh, mostKwh],
    energyToday: [0, 24 * mostKwh],
    energyTotal: [0, 1e9],
  } as const
  const planned = deviceQuantities.flatMap((quantity) => {
    const own = device[quantity]
    return own ? [{ quantity, unit: own.unit, index: names.indexOf(own.column) }] : []
  })
  return (values: readonly number[], outOfRange: OutOfRange): DeviceValues => {
    const found: DeviceValues = {}
    for (const { quantity, unit, index } of planned) {
      const value = values[index] ?? Number.NaN
      if (Number.isNaN(value)) continue
      const converted = fromUnit(value, unit)
      const [low, high] = ranges[quantity]
      if (converted >= low && converted <= high) found[keyOf[quantity]] = converted
      else outOfRange(value)
    }
    return found
  }
}

function sensorReader(plan: ImportPlan, name: SensorName, names: readonly string[]) {
  const { columns = [], unit = 'C' } = plan.sensors?.[name] ?? {}
  const indexes = columns.map((column) => names.indexOf(column))
  const [low, high] = plausible[name]
  const read = (values: readonly number[], outOfRange: OutOfRange): number | undefined => {
    const known = indexes.flatMap((index) => {
      const value = values[index] ?? Number.NaN
      if (Number.isNaN(value)) return []
      const converted = fromUnit(value, unit)
      if (converted >= low && converted <= high) return [converted]
      outOfRange(value)
      return []
    })
    if (known.length === 0) return undefined
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length
    // Sensors read a little below zero at night; irradiance and wind cannot be negative.
    return name === 'ambientC' || name === 'moduleC' ? mean : Math.max(0, mean)
  }
  return { name, read }
}
