import Type, { type Static } from 'typebox'
import { asideReasons, deviceValueNames, sensorValueNames } from '../telemetry.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

/** A stretch in which values of a device, or of a logger's sensors, are in no figure, and why. */
export const KeptAside = object({
  reason: oneOf(asideReasons),
  loggerId: Id,
  /** Null: of the logger's sensors. */
  deviceId: Nullable(Id),
  /** Of the device, else the serial of the logger. */
  name: Type.String(),
  /** First and last of them. */
  from: Instant,
  to: Instant,
  /** So many frames. */
  frames: Type.Integer(),
  /** What was sent, by its name in the frame. */
  values: Type.Array(object({ name: Type.String(), least: Type.Number(), greatest: Type.Number() })),
  /** What a person did to them; null: a rule kept them aside. */
  edit: Nullable(
    object({
      /** They count times this; null: they do not count. */
      factor: Nullable(Type.Number()),
      note: Type.String(),
      userName: Type.String(),
      at: Instant,
    }),
  ),
  /** They may still be taken in: the samples of the day are there. */
  isOpen: Type.Boolean(),
})
export type KeptAside = Static<typeof KeptAside>

/** Which of them a person takes for true. */
export const KeptAsideChoice = object({
  reason: oneOf(asideReasons),
  loggerId: Id,
  deviceId: Nullable(Id),
  from: Instant,
  to: Instant,
})
export type KeptAsideChoice = Static<typeof KeptAsideChoice>

/** Values that a person keeps out of all figures, or takes times a factor; undone as what a rule kept aside is. */
export const ValueEdit = object({
  /** Null: of the sensors of the station's loggers. */
  deviceId: Nullable(Id),
  /** First and last instant. */
  from: Instant,
  to: Instant,
  values: Type.Array(oneOf([...deviceValueNames, ...sensorValueNames]), {
    minItems: 1,
    maxItems: 15,
    uniqueItems: true,
  }),
  /** Null: they do not count. Else they count times this: 1000 for what was sent in kilo units. */
  factor: Nullable(Type.Number({ minimum: -1e6, maximum: 1e6 })),
  /** Why. */
  note: Type.String({ minLength: 1, maxLength: 200 }),
})
export type ValueEdit = Static<typeof ValueEdit>
