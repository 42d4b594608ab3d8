import Type, { type Static } from 'typebox'
import { curvePoints, settingKinds } from '../setting.ts'
import { maxCommandDevices, maxRevertMinutes } from '../command.ts'
import { Id, Instant, Nullable, object, oneOf, RequestKey } from './common.ts'

const Points = Type.Array(object({ at: Type.Number(), value: Type.Number() }), { maxItems: 2 * curvePoints.max })

/** See `Setting` in setting.ts for the fields of each kind. */
export const Setting = object({
  kind: oneOf(settingKinds),
  value: Nullable(Type.Number()),
  points: Nullable(Points),
})

export const SettingInput = object({
  /** Without a key, repeating a request whose reply was lost creates a second order. */
  key: Type.Optional(RequestKey),
  /** May belong to several stations: each station gets a command of its own, and all commands form one order. */
  deviceIds: Type.Array(Id, { maxItems: maxCommandDevices, uniqueItems: true }),
  kind: oneOf(settingKinds),
  /** Absent or null: a curve, or the form was left empty. */
  value: Type.Optional(Nullable(Type.Number())),
  points: Type.Optional(Nullable(Points)),
  /** Minutes after which a separate command restores the former settings. */
  revertAfterMinutes: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: maxRevertMinutes }))),
  /** The end as a fixed time, which a waiting order does not delay; a power limit requires one of the two. */
  endsAt: Type.Optional(Nullable(Instant)),
  /** Whether one canary device goes first and the others follow after its read-back; always true beyond 20 devices. */
  canary: Type.Optional(Type.Boolean()),
})
export type SettingInput = Static<typeof SettingInput>
