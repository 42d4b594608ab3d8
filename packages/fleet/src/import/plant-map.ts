import { endpoints } from '@helioport/contract/endpoints'
import { isTimeZone } from '@helioport/time/node'
import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import { UsageError } from '../options.ts'
import { timeReader } from './time-format.ts'
import { energyUnits, powerUnits, type SensorName, sensorUnits } from './units.ts'

const object = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const oneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
const Column = Type.String()

const DeviceMap = object({
  serial: Type.String({ pattern: '^[A-Za-z0-9-]{4,32}$' }),
  name: Type.String({ minLength: 1, maxLength: 60 }),
  model: Type.String({ minLength: 1, maxLength: 60 }),
  /** Rated AC power, W. */
  ratedPowerW: Type.Number({ exclusiveMinimum: 0 }),
  capacityKwp: Type.Number({ exclusiveMinimum: 0 }),
  /** AC active power. */
  power: object({ column: Column, unit: oneOf(powerUnits) }),
  /** DC input power. */
  dcPower: Type.Optional(object({ column: Column, unit: oneOf(powerUnits) })),
  /** Lifetime counter, where the file has one; otherwise it is made from the power. */
  energyTotal: Type.Optional(object({ column: Column, unit: oneOf(energyUnits) })),
})
export type DeviceMap = Static<typeof DeviceMap>

const Sensor = <const T extends readonly string[]>(units: T) =>
  Type.Optional(object({ columns: Type.Array(Column, { minItems: 1 }), unit: oneOf(units) }))

export const PlantMap = object({
  /** For people: where the file is from, what it does not say. */
  about: Type.Optional(Type.String()),
  station: endpoints['POST /stations'].body,
  time: object({
    column: Column,
    /** `iso`, `epochMs`, `epochS`, or letters: YYYY MM DD HH hh mm ss SSS A (AM/PM), anything else as it stands. */
    format: Type.String({ minLength: 1 }),
    /** Zone of the file's times; not read where the time itself says its offset. */
    zone: Type.String({ minLength: 1 }),
    /** A row's time is the start (default) or the end of the interval that its values are means of. */
    stamp: Type.Optional(oneOf(['start', 'end'])),
  }),
  intervalMinutes: Type.Number({ exclusiveMinimum: 0, maximum: 60 }),
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
  devices: Type.Array(DeviceMap, { minItems: 1, maxItems: 500 }),
  /** Each is the mean of the columns that have a value. */
  sensors: Type.Optional(
    object({
      irradianceWm2: Sensor(sensorUnits.irradianceWm2),
      horizontalWm2: Sensor(sensorUnits.horizontalWm2),
      ambientC: Sensor(sensorUnits.ambientC),
      moduleC: Sensor(sensorUnits.moduleC),
      windMs: Sensor(sensorUnits.windMs),
    }),
  ),
})
export type PlantMap = Static<typeof PlantMap>

/** Reads and checks a map. Throws UsageError that says where it is wrong. */
export function parsePlantMap(text: string): PlantMap {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`the map is not JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
  const [first] = Value.Errors(PlantMap, value)
  if (first) throw new UsageError(`the map is wrong at ${first.instancePath || '/'}: ${first.message}`)
  const map = value as PlantMap
  const serials = map.devices.map((device) => device.serial)
  const twice = serials.find((serial, i) => serials.indexOf(serial) !== i)
  if (twice) throw new UsageError(`the map has serial ${twice} twice`)
  for (const zone of [map.time.zone, map.station.timeZone]) {
    if (!isTimeZone(zone)) throw new UsageError(`the map names ${zone}, which is no time zone`)
  }
  timeReader(map.time)
  return map
}

/** Columns that the map wants, without the time. */
export function columnsOf(map: PlantMap): string[] {
  const devices = map.devices.flatMap((d) => [d.power.column, d.dcPower?.column, d.energyTotal?.column])
  const sensors = Object.values(map.sensors ?? {}).flatMap((sensor) => sensor.columns)
  return [...new Set([...devices, ...sensors])].filter((column) => column !== undefined)
}

export const sensorNamesOf = (map: PlantMap): SensorName[] => Object.keys(map.sensors ?? {}) as SensorName[]
