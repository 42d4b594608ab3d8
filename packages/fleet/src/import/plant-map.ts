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
  /** DC input power. */
  dcPower: Type.Optional(object({ column: Column, unit: oneOf(powerUnits) })),
  /** Energy made in the interval of the row. */
  energy: Type.Optional(object({ column: Column, unit: oneOf(energyUnits) })),
  /** Counter that begins again each day. */
  energyToday: Type.Optional(object({ column: Column, unit: oneOf(energyUnits) })),
  /** Lifetime counter, where the file has one; otherwise it is made from what else there is. */
  energyTotal: Type.Optional(object({ column: Column, unit: oneOf(energyUnits) })),
})

const Sensor = <const T extends readonly string[]>(units: T) =>
  Type.Optional(object({ columns: Type.Array(Column, { minItems: 1 }), unit: oneOf(units) }))

export const PlantMap = object({
  /** For people: where the file is from, what it does not say. */
  about: Type.Optional(Type.String()),
  station: endpoints['POST /stations'].body,
  time: object({
    column: Column,
    /** `iso`, `epochMs`, `epochS`, `excel`, or letters: YYYY YY MM MMM DD HH hh mm ss SSS A, else as it stands. */
    format: Type.String({ minLength: 1 }),
    /** Zone of the file's times; not read where the time itself says its offset. */
    zone: Type.String({ minLength: 1 }),
    /** A row's time is the start (default) or the end of the interval that its values are means of. */
    stamp: Type.Optional(oneOf(['start', 'end'])),
  }),
  /** Distance of rows; without it the one that they have. */
  intervalMinutes: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 60 })),
  /** Both are found where they are not given. */
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
  decimal: Type.Optional(oneOf(['.', ','])),
  /** Where each line is of one source: what names it, and its values; columns are then called `source · value`. */
  series: Type.Optional(
    object({ keys: Type.Array(Column, { minItems: 1 }), values: Type.Array(Column, { minItems: 1 }) }),
  ),
  /** None: weather alone. */
  devices: Type.Array(DeviceMap, { maxItems: 500 }),
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
export type PlantMap = Static<typeof PlantMap> & ImportPlan

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
  const silent = map.devices.find(
    ({ power, energy, energyToday, energyTotal }) => !(power ?? energy ?? energyToday ?? energyTotal),
  )
  if (silent) throw new UsageError(`the map gives device ${silent.serial} neither power nor energy`)
  if (map.devices.length === 0 && Object.keys(map.sensors ?? {}).length === 0) {
    throw new UsageError('the map names neither devices nor sensors')
  }
  timeReader(map.time)
  return map
}
