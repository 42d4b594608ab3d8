import Type, { type Static } from 'typebox'
import { mappedFields, mappedUnits } from '../mapping-fields.ts'
import { deviceSerialPattern } from '../station-rules.ts'
import { object, oneOf } from './common.ts'

/** Dotted (`ENERGY.Power`) or a JSON pointer (`/ENERGY/Power`); empty: the whole payload. */
const Path = Type.String({ maxLength: 200 })

/** Which device a message is of. A topic's levels count from 0. */
const SerialSource = Type.Union([
  object({ from: Type.Literal('fixed'), serial: Type.String({ pattern: deviceSerialPattern }) }),
  object({ from: Type.Literal('topic'), level: Type.Integer({ minimum: 0, maximum: 15 }) }),
  object({ from: Type.Literal('payload'), path: Path }),
])

/** How the messages of one topic, or of one HTTP source, become values of our frame. */
export const PayloadMapping = object({
  /** Below the logger's topic; `+` stands for one level. Of an HTTP source: empty. */
  topic: Type.String({ maxLength: 200, pattern: '^[^#\\u0000]*$' }),
  serial: SerialSource,
  /** When it was measured: epoch seconds, epoch ms, or a text with its offset. Absent: when it arrived. */
  time: Type.Optional(object({ path: Path, unit: oneOf(['s', 'ms', 'iso']) })),
  /** Empty: the message tells the time of the others of its device. */
  fields: Type.Array(
    object({
      field: oneOf(mappedFields),
      path: Path,
      unit: oneOf(mappedUnits),
      /** The source counts the other way round. */
      isNegated: Type.Optional(Type.Boolean()),
    }),
    { maxItems: 30 },
  ),
})
export type PayloadMapping = Static<typeof PayloadMapping>
