import { applyMapping, type Mapped, numberOf, type PayloadMapping, unitsOf, valueAt } from '@helioport/contract/mapping'
import { PayloadMapping as Portal } from '@helioport/contract/mapping-schema'
import { timeReader } from '@helioport/import'
import { isTimeZone } from '@helioport/time/node'
import Type, { type Static } from 'typebox'

const { serial, time, fields } = Portal.properties
const closed = { additionalProperties: false }

/**
 * One message of a device, as the portal's own mappings describe them (contract, `PayloadMapping`), and two things more: values
 * in steps of their own (`scale`), and times of a clock on a wall (`format` and `zone`).
 */
export const GatewayMapping = Type.Object(
  {
    /** Of MQTT; `+` stands for one level. */
    topic: Type.Optional(Type.String({ maxLength: 200, pattern: '^[^#\\u0000]*$' })),
    serial,
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    time: Type.Optional(
      Type.Union([
        time,
        Type.Object(
          {
            path: Type.String({ maxLength: 200 }),
            /** `iso`, or letters: YYYY YY MM MMM DD HH hh mm ss SSS A. */
            format: Type.String({ minLength: 1, maxLength: 100 }),
            zone: Type.String({ minLength: 1, maxLength: 60 }),
          },
          closed,
        ),
      ]),
    ),
    fields: Type.Array(
      Type.Object({ ...fields.items.properties, scale: Type.Optional(Type.Number({ exclusiveMinimum: 0 })) }, closed),
      { maxItems: 30 },
    ),
  },
  closed,
)
export type GatewayMapping = Static<typeof GatewayMapping>

export type ReadMessage = (topic: string, payload: unknown, receivedAt: number) => Mapped

/** JSON, or the text itself where it is none: many devices send a bare word or number. */
export function payloadOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text.trim()
  }
}

/**
 * What a mapping makes of a message: its values in their own steps and on a clock of UTC go through the portal's rules.
 * @throws Error for a zone or a format that is none, or a unit that is none of its value
 */
export function messageReader({ topic = '', serial, time, fields }: GatewayMapping): ReadMessage {
  const instants = time && 'zone' in time ? wallReader(time) : null
  for (const { field, unit } of fields) {
    const units = unitsOf(field)
    if (!units.includes(unit)) throw new Error(`the mapping has ${field} in ${unit}: it can be in ${units.join(', ')}`)
  }
  const mapping: PayloadMapping = {
    topic,
    serial: serial.from === 'payload' ? { from: 'payload', path: 'serial' } : serial,
    ...(time && { time: { path: 'at', unit: 'unit' in time ? time.unit : 'ms' } }),
    fields: fields.map(({ field, unit, isNegated }, nth) => ({
      field,
      path: `v${nth}`,
      unit,
      ...(isNegated !== undefined && { isNegated }),
    })),
  }
  return (from, payload, receivedAt) => {
    const plain: Record<string, unknown> = Object.fromEntries(
      fields.map(({ path, scale }, nth) => [`v${nth}`, scaled(scalarAt(payload, path), scale)]),
    )
    // A meter that failed says so there.
    plain['errors'] = valueAt(payload, 'errors')
    if (serial.from === 'payload') plain['serial'] = scalarAt(payload, serial.path)
    if (time) {
      const told = scalarAt(payload, time.path)
      plain['at'] = instants ? nearest(instants(String(told)), receivedAt) : told
    }
    return applyMapping({ topic: from, payload: JSON.stringify(plain) }, mapping, receivedAt)
  }
}

type Scalar = string | number | boolean | null

function scalarAt(payload: unknown, path: string): Scalar {
  const found = valueAt(payload, path)
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? found : null
}

function scaled(value: Scalar, scale = 1): Scalar {
  const number = numberOf(value)
  return scale !== 1 && typeof number === 'number' ? number * scale : value
}

function wallReader({ format, zone }: { format: string; zone: string }) {
  if (!isTimeZone(zone)) throw new Error(`the mapping names ${zone}, which is no time zone`)
  return timeReader({ format, zone })
}

/** In the hour that comes twice the device tells of now. */
function nearest(instants: readonly number[], receivedAt: number): number | null {
  const [first] = [...instants].sort((a, b) => Math.abs(a - receivedAt) - Math.abs(b - receivedAt))
  return first ?? null
}
