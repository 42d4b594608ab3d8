import Type, { type Static } from 'typebox'
import { curvePoints, settingKinds } from '../setting.ts'
import { maxCommandDevices, maxRevertMinutes } from '../command.ts'
import { Id, Instant, Nullable, object, oneOf, RequestKey } from './common.ts'

const Points = Type.Array(object({ at: Type.Number(), value: Type.Number() }), { maxItems: 2 * curvePoints.max })

/** See the rule of the same name: what each kind keeps where. */
export const Setting = object({
  kind: oneOf(settingKinds),
  value: Nullable(Type.Number()),
  points: Nullable(Points),
})

export const SettingInput = object({
  /** Without one an order whose answer was lost is, sent again, a second one. */
  key: Type.Optional(RequestKey),
  /** Of one or several stations: each gets a command of its own, all together are one order. */
  deviceIds: Type.Array(Id, { maxItems: maxCommandDevices, uniqueItems: true }),
  kind: oneOf(settingKinds),
  /** Absent or null: a curve, or the form was left empty. */
  value: Type.Optional(Nullable(Type.Number())),
  points: Type.Optional(Nullable(Points)),
  /** After so many minutes the former settings are set again, by a command of its own. */
  revertAfterMinutes: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: maxRevertMinutes }))),
  /** The same at a time of day, which does not move when the order waits; a power limit must have one of both. */
  endsAt: Type.Optional(Nullable(Instant)),
  /** One device first, the others when it has read back the value; always so beyond 20 devices. */
  canary: Type.Optional(Type.Boolean()),
})
export type SettingInput = Static<typeof SettingInput>
