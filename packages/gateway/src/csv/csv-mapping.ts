import { energyUnits, powerUnits, sensorUnits, timeReader } from '@helioport/import'
import { isTimeZone } from '@helioport/time/node'
import Type, { type Static, type TSchema } from 'typebox'
import { mappingFrom } from '../source/mapping-file.ts'

const object = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
const oneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
const Heading = Type.String({ minLength: 1, maxLength: 200 })

/** The mean of these columns. */
const Sensor = <const T extends readonly string[]>(units: T) =>
  Type.Optional(object({ columns: Type.Array(Heading, { minItems: 1, maxItems: 20 }), unit: oneOf(units) }))

/** Columns of a logger's files. */
const CsvMapping = object({
  about: Type.Optional(Type.String()),
  /** File names, `*` for any text; without it all files that end with .csv, .txt or .xlsx. */
  files: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  time: object({
    column: Heading,
    /** `iso`, `epochMs`, `epochS`, `excel`, or letters: YYYY YY MM MMM DD HH hh mm ss SSS A. */
    format: Type.String({ minLength: 1, maxLength: 100 }),
    /** Time zone of the logger's clock; ignored where the time contains its offset. */
    zone: Type.String({ minLength: 1, maxLength: 60 }),
  }),
  /** Both are detected where they are not given. */
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
  decimal: Type.Optional(oneOf(['.', ','])),
  devices: Type.Array(
    object({
      serial: Type.String({ pattern: '^[A-Za-z0-9-]{4,32}$' }),
      model: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      /** Rated AC power, W: values far above it are errors of the file. */
      ratedPowerW: Type.Number({ exclusiveMinimum: 0 }),
      power: Type.Optional(object({ column: Heading, unit: oneOf(powerUnits) })),
      dcPower: Type.Optional(object({ column: Heading, unit: oneOf(powerUnits) })),
      /** Lifetime counter. */
      energyTotal: Type.Optional(object({ column: Heading, unit: oneOf(energyUnits) })),
    }),
    { maxItems: 100 },
  ),
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
export type CsvMapping = Static<typeof CsvMapping>

/** @throws Error that says where the mapping is wrong */
export function csvMappingFrom(text: string): CsvMapping {
  const mapping = mappingFrom(CsvMapping, text)
  const serials = mapping.devices.map(({ serial }) => serial)
  const twice = serials.find((serial, nth) => serials.indexOf(serial) !== nth)
  if (twice !== undefined) throw new Error(`the mapping has serial ${twice} twice`)
  const silent = mapping.devices.find(({ power, dcPower, energyTotal }) => !(power ?? dcPower ?? energyTotal))
  if (silent) throw new Error(`the mapping gives device ${silent.serial} no column`)
  if (mapping.devices.length === 0 && Object.keys(mapping.sensors ?? {}).length === 0) {
    throw new Error('the mapping names neither devices nor sensors')
  }
  if (!isTimeZone(mapping.time.zone)) throw new Error(`the mapping names ${mapping.time.zone}, which is no time zone`)
  timeReader(mapping.time)
  return mapping
}

/** Which files a mapping is for. */
export function fileFilter({ files }: CsvMapping): (name: string) => boolean {
  if (files === undefined) return (name) => /\.(csv|txt|xlsx)$/i.test(name)
  const parts = files.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`^${parts.join('.*')}$`, 'i')
  return (name) => pattern.test(name)
}
