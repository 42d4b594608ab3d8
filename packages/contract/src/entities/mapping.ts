import Type, { type Static } from 'typebox'
import { mappedFields, mappedUnits } from '../mapping-fields.ts'
import { deviceSerialPattern } from '../station-rules.ts'
import { object, oneOf } from './common.ts'

/** Dotted (`ENERGY.Power`) or a JSON pointer (`/ENERGY/Power`); empty: the whole payload. */
const Path = Type.String({ maxLength: 200 })

/** How the device of a message is identified. Topic levels count from 0. */
const SerialSource = Type.Union([
  object({ from: Type.Literal('fixed'), serial: Type.String({ pattern: deviceSerialPattern }) }),
  object({ from: Type.Literal('topic'), level: Type.Integer({ minimum: 0, maximum: 15 }) }),
  object({ from: Type.Literal('payload'), path: Path }),
])

/** Mapping of the messages of one topic, or of one HTTP source, to values of a frame. */
export const PayloadMapping = object({
  /** Relative to the logger's topic; `+` matches one level. For an HTTP source: empty. */
  topic: Type.String({ maxLength: 200, pattern: '^[^#\\u0000]*$' }),
  serial: SerialSource,
  /** Measurement time: epoch seconds, epoch ms, or a text with offset. Absent: the arrival time is used. */
  time: Type.Optional(object({ path: Path, unit: oneOf(['s', 'ms', 'iso']) })),
  /** Empty: the message only gives the time of its device's other messages. */
  fields: Type.Array(
    object({
      field: oneOf(mappedFields),
      path: Path,
      unit: oneOf(mappedUnits),
      /** The source uses the opposite sign. */
      isNegated: Type.Optional(Type.Boolean()),
    }),
    { maxItems: 30 },
  ),
})
export type PayloadMapping = Static<typeof PayloadMapping>
