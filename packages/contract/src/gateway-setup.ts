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
          devices: Type.Integer({ minimum: 0, maximum: 1000 }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 64 },
    ),
  },
  { additionalProperties: false },
)
export type GatewayReport = Static<typeof GatewayReport>
