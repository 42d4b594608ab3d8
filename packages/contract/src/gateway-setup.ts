import Type, { type Static } from 'typebox'
import { gatewayIntervals, gatewaySourcePattern, maxGatewaySources } from './constants.ts'

/** Null: the interval that the gateway was started with, or the sources that it was given or found. */
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

/** Sent beside the English sentence, for translation into the reader's language. */
const GatewayTrouble = Type.Object(
  {
    /** One of `troubleValues`, or a code of a newer gateway, whose sentence is then shown unchanged. */
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

/** Current state of a gateway. */
export const GatewayReport = Type.Object(
  {
    intervalS: Type.Integer({ minimum: 1, maximum: 86_400 }),
    /**
     * Whether the gateway was started with permission for the portal to set devices; this cannot be changed remotely.
     */
    allowsControl: Type.Boolean(),
    sources: Type.Array(
      Type.Object(
        {
          /** The source without passwords. */
          name: Type.String({ maxLength: 120 }),
          /** Why the source delivers nothing now; null: it delivers. */
          trouble: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
          /** The same as codes; absent: the gateway has no codes for it. */
          troubles: Troubles,
          devices: Type.Integer({ minimum: 0, maximum: 1000 }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 64 },
    ),
    /** Troubles of the gateway itself, for example a full disk. */
    troubles: Troubles,
  },
  { additionalProperties: false },
)
export type GatewayReport = Static<typeof GatewayReport>
