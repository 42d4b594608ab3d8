import Type, { type Static } from 'typebox'
import { asideReasons, deviceValueNames, sensorValueNames } from '../telemetry.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

/** A period in which values of a device, or of a logger's sensors, count in no figure, and the reason. */
export const KeptAside = object({
  reason: oneOf(asideReasons),
  loggerId: Id,
  /** Null: the values are from the logger's sensors. */
  deviceId: Nullable(Id),
  /** Name of the device, otherwise serial of the logger. */
  name: Type.String(),
  /** Times of the first and last frame. */
  from: Instant,
  to: Instant,
  /** Number of frames. */
  frames: Type.Integer(),
  /** Range of the received values, by their names in the frame. */
  values: Type.Array(object({ name: Type.String(), least: Type.Number(), greatest: Type.Number() })),
  /** A person's edit of the values; null: a rule kept them aside. */
  edit: Nullable(
    object({
      /** The values count multiplied by this factor; null: they do not count. */
      factor: Nullable(Type.Number()),
      note: Type.String(),
      userName: Type.String(),
      at: Instant,
    }),
  ),
  /** Whether the values can still be accepted: the samples of the day are still stored. */
  isOpen: Type.Boolean(),
})
export type KeptAside = Static<typeof KeptAside>

/** Selects values that a person accepts as true. */
export const KeptAsideChoice = object({
  reason: oneOf(asideReasons),
  loggerId: Id,
  deviceId: Nullable(Id),
  from: Instant,
  to: Instant,
})
export type KeptAsideChoice = Static<typeof KeptAsideChoice>

/**
 * Values that a person excludes from all figures, or multiplies by a factor; undone like values that a rule kept aside.
 */
export const ValueEdit = object({
  /** Null: the sensors of the station's loggers. */
  deviceId: Nullable(Id),
  /** First and last instant. */
  from: Instant,
  to: Instant,
  values: Type.Array(oneOf([...deviceValueNames, ...sensorValueNames]), {
    minItems: 1,
    maxItems: 15,
    uniqueItems: true,
  }),
  /** Null: they do not count. Otherwise they are multiplied by this: 1000 for values sent in kilo units. */
  factor: Nullable(Type.Number({ minimum: -1e6, maximum: 1e6 })),
  /** Reason. */
  note: Type.String({ minLength: 1, maxLength: 200 }),
})
export type ValueEdit = Static<typeof ValueEdit>
