import { endpoints } from '@helioport/contract/endpoints'
import { isTimeZone } from '@helioport/time/node'
import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import { energyUnits, type ImportPlan, powerUnits, sensorUnits, timeReader } from '@helioport/import'
import { UsageError } from '../options.ts'

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
  power: Type.Optional(object({ column: Column, unit: oneOf(powerUnits) })),
  /** DC input power; alone it gives no energy. */
  dcPower: Type.Optional(object({ column: Column, unit: oneOf(powerUnits) })),
  /** Energy generated in the row's interval. */
  energy: Type.Optional(object({ column: Column, unit: oneOf(energyUnits) })),
  /** Daily counter, reset each day. */
  energyToday: Type.Optional(object({ column: Column, unit: oneOf(energyUnits) })),
  /** Lifetime counter; absent: it is derived from the other values. */
  energyTotal: Type.Optional(object({ column: Column, unit: oneOf(energyUnits) })),
})

const Sensor = <const T extends readonly string[]>(units: T) =>
  Type.Optional(object({ columns: Type.Array(Column, { minItems: 1 }), unit: oneOf(units) }))

export const PlantMap = object({
  /** Comment for people: source of the file, and what it does not say. */
  about: Type.Optional(Type.String()),
  station: endpoints['POST /stations'].body,
  time: object({
    column: Column,
    /**
     * `iso`, `epochMs`, `epochS`, `excel`, or a pattern of YYYY YY MM MMM DD HH hh mm ss SSS A; other characters are
     * literal.
     */
    format: Type.String({ minLength: 1 }),
    /** Time zone of the file's times; ignored for times with an offset. */
    zone: Type.String({ minLength: 1 }),
    /** Whether a row's time is the start (default) or the end of the interval of its means. */
    stamp: Type.Optional(oneOf(['start', 'end'])),
  }),
  /** Interval of the rows; absent: detected. */
  intervalMinutes: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 60 })),
  /** Both are detected if absent. */
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
  decimal: Type.Optional(oneOf(['.', ','])),
  /**
   * For files with one source per line: columns that identify the source, and its value columns; columns are then named
   * `source · value`.
   */
  series: Type.Optional(
    object({ keys: Type.Array(Column, { minItems: 1 }), values: Type.Array(Column, { minItems: 1 }) }),
  ),
  /** Empty: weather only. */
  devices: Type.Array(DeviceMap, { maxItems: 500 }),
  /** Each value is the mean of its columns that have a value. */
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
export type PlantMap = Static<typeof PlantMap> & ImportPlan

/** Reads and checks a map. Throws UsageError that names the faulty place. */
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
  const silent = map.devices.find(
    ({ power, dcPower, energy, energyToday, energyTotal }) =>
      !(power ?? dcPower ?? energy ?? energyToday ?? energyTotal),
  )
  if (silent) throw new UsageError(`the map gives device ${silent.serial} neither power nor energy`)
  if (map.devices.length === 0 && Object.keys(map.sensors ?? {}).length === 0) {
    throw new UsageError('the map names neither devices nor sensors')
  }
  timeReader(map.time)
  return map
}
