import Type, { type Static } from 'typebox'
import { asideReasons } from '../telemetry.ts'
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
