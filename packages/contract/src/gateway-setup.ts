import Type, { type Static } from 'typebox'
import { gatewayIntervals, gatewaySourcePattern, maxGatewaySources } from './constants.ts'

/** Nulls: as it was started, and as it found. */
export const GatewaySettings = Type.Object(
  {
    intervalS: Type.Union([
      Type.Integer({ minimum: gatewayIntervals.min, maximum: gatewayIntervals.max }),
      Type.Null(),
    ]),
    sources: Type.Union([
      Type.Array(Type.String({ maxLength: 160, pattern: gatewaySourcePattern }), {
        minItems: 1,
        maxItems: maxGatewaySources,
        uniqueItems: true,
      }),
      Type.Null(),
    ]),
  },
  { additionalProperties: false },
)
export type GatewaySettings = Static<typeof GatewaySettings>

/** Told beside the English sentence, for the language of whoever reads it. */
const GatewayTrouble = Type.Object(
  {
    /** One of `troubleValues`, or of a newer gateway: then its sentence is shown as it comes. */
    code: Type.String({ maxLength: 40, pattern: '^[a-z][A-Za-z0-9.]*$' }),
    values: Type.Record(
      Type.String({ pattern: '^[a-z]{1,20}$' }),
      Type.Union([Type.String({ maxLength: 160 }), Type.Number()]),
      { maxProperties: 6, additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)
const Troubles = Type.Optional(Type.Array(GatewayTrouble, { maxItems: 4 }))
export type GatewayTrouble = Static<typeof GatewayTrouble>

/** What a gateway does now. */
export const GatewayReport = Type.Object(
  {
    intervalS: Type.Integer({ minimum: 1, maximum: 86_400 }),
    /** Whether who started it lets the portal set devices: nothing from afar changes that. */
    allowsControl: Type.Boolean(),
    sources: Type.Array(
      Type.Object(
        {
          /** Without passwords. */
          name: Type.String({ maxLength: 120 }),
          /** Why it tells nothing now; null: it does. */
          trouble: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
          /** The same; absent: a gateway that has no codes for it, and its sentence is all there is. */
          troubles: Troubles,
          devices: Type.Integer({ minimum: 0, maximum: 1000 }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 64 },
    ),
    /** What keeps the gateway itself from its work, for example a disk. */
    troubles: Troubles,
  },
  { additionalProperties: false },
)
export type GatewayReport = Static<typeof GatewayReport>
