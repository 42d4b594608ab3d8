import Type, { type Static } from 'typebox'
import { alarmCodes } from '../alarms.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

/** An alarm episode: raised, maybe cleared; the same code within 10 min joins it. */
export const Alarm = object({
  id: Id,
  code: oneOf(alarmCodes),
  class: oneOf(['notice', 'fault'] as const),
  deviceId: Id,
  deviceName: Type.String(),
  deviceSerial: Type.String(),
  memberId: Id,
  stationId: Id,
  stationName: Type.String(),
  timeZone: Type.String(),
  raisedAt: Instant,
  clearedAt: Nullable(Instant),
})
export type Alarm = Static<typeof Alarm>
