import { applyMapping, type Mapped, numberOf, type PayloadMapping, unitsOf, valueAt } from '@helioport/contract/mapping'
import { PayloadMapping as Portal } from '@helioport/contract/mapping-schema'
import { timeReader } from '@helioport/import'
import { isTimeZone } from '@helioport/time/node'
import Type, { type Static } from 'typebox'

const { serial, time, fields } = Portal.properties
const closed = { additionalProperties: false }

/**
 * Mapping of one message, in the form of the portal's own mappings (contract, `PayloadMapping`) with two additions:
 * scaled values (`scale`), and local times (`format` and `zone`).
 */
export const GatewayMapping = Type.Object(
  {
    /** MQTT topic; `+` matches one level. */
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

/** Parsed JSON, else the text itself: many devices send a bare word or number. */
export function payloadOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text.trim()
  }
}

/**
 * Reader of a mapping's messages: it scales values and converts times to UTC, then applies the portal's rules.
 * @throws Error for an invalid zone or format, or a unit that does not fit the field
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
    // A failed meter reports it in this field.
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

/** In the repeated hour of a clock change, the instant closest to now. */
function nearest(instants: readonly number[], receivedAt: number): number | null {
  const [first] = [...instants].sort((a, b) => Math.abs(a - receivedAt) - Math.abs(b - receivedAt))
  return first ?? null
}
