import Type, { type Static } from 'typebox'
import { knownAlarmCodes, lossBases, maxCaredAlarms } from '../alarms.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'
import { DeviceValues } from './history.ts'

export const alarmClasses = ['notice', 'fault'] as const

/**
 * Who found it: the inverter by its error word, or the service, by comparing a string or a tracker with its siblings,
 * or because nothing came any more.
 */
export const alarmSources = ['device', 'stringWatch', 'trackerWatch', 'silence'] as const

/**
 * An alarm episode: raised, maybe cleared; the same code within 10 min joins it. In a list of groups: the first episode
 * of the group, with `raisedAt`, `clearedAt`, `deviceCount` and the losses of the whole group.
 */
export const Alarm = object({
  id: Id,
  /** One grid event over many devices of a station is one group; any other episode is a group of its own. */
  groupId: Id,
  /** Devices of the group. */
  deviceCount: Type.Integer(),
  code: oneOf(knownAlarmCodes),
  class: oneOf(alarmClasses),
  source: oneOf(alarmSources),
  /** Of the string watch: which MPPT and string, from 1; of the tracker watch the MPPT alone. */
  mppt: Nullable(Type.Integer()),
  string: Nullable(Type.Integer()),
  deviceId: Id,
  deviceName: Type.String(),
  deviceSerial: Type.String(),
  memberId: Id,
  stationId: Id,
  stationName: Type.String(),
  timeZone: Type.String(),
  raisedAt: Instant,
  clearedAt: Nullable(Instant),
  /** False at night and for what dawn, dusk and weak light raise by themselves: shown, but nobody is called. */
  pages: Type.Boolean(),
  acknowledgedAt: Nullable(Instant),
  /** User name of who acknowledged it. */
  acknowledgedBy: Nullable(Type.String()),
  assigneeId: Nullable(Id),
  assigneeName: Nullable(Type.String()),
  commentCount: Type.Integer(),
  /** Until when its code is snoozed at the device or the station. */
  snoozedUntil: Nullable(Instant),
  /** Missing against what `lossBasis` says, kWh; null: nothing to compare with, or not yet known. */
  lostEnergyKwh: Nullable(Type.Number()),
  /** The same at the tariff of each day; null also where the caller has no right to see income. */
  lostIncome: Nullable(Type.Number()),
  /** What the loss was found by; null: it is not known. */
  lossBasis: Nullable(oneOf(lossBases)),
  /**
   * Share of its daylight of which the loss is known, 0 to 1: under 1 at least so much was lost. Null: no loss is known, or
   * it had no daylight.
   */
  lossShare: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  /** Of a silence that is over: what was missing came later, so that it was late and is not lost. */
  dataCameLate: Type.Boolean(),
  currency: Type.String(),
})
export type Alarm = Static<typeof Alarm>

export const AlarmDetail = object({
  ...Alarm.properties,
  /** What the device measured when it was raised; null: no longer stored. */
  values: Nullable(DeviceValues),
  /** Episodes of the group, by time. */
  episodes: Type.Array(
    object({
      alarmId: Id,
      deviceId: Id,
      deviceName: Type.String(),
      raisedAt: Instant,
      clearedAt: Nullable(Instant),
      lostEnergyKwh: Nullable(Type.Number()),
      lostIncome: Nullable(Type.Number()),
    }),
  ),
})
export type AlarmDetail = Static<typeof AlarmDetail>

/** An account that an alarm can be given to: it reaches the station with the right to see alarms. */
export const AlarmAssignee = object({ accountId: Id, userName: Type.String(), nickname: Type.String() })
export type AlarmAssignee = Static<typeof AlarmAssignee>

export const AlarmCommentInput = object({ text: Type.String({ minLength: 1, maxLength: 2000 }) })
export type AlarmCommentInput = Static<typeof AlarmCommentInput>

/** What is done about many alarms at once; what is left out stays as it is. */
export const AlarmCareInput = object({
  /** Made by the caller, once per intent: a comment that comes again under it is not written again. */
  key: Type.String({ pattern: '^[A-Za-z0-9-]{16,64}$' }),
  alarmIds: Type.Array(Id, { minItems: 1, maxItems: maxCaredAlarms, uniqueItems: true }),
  acknowledged: Type.Optional(Type.Boolean()),
  /** Null: given to nobody. */
  assigneeId: Type.Optional(Nullable(Id)),
  /** Until then the calling account hears nothing of these codes at these devices. */
  snoozedUntil: Type.Optional(Instant),
  comment: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
})
export type AlarmCareInput = Static<typeof AlarmCareInput>

export const AlarmComment = object({
  ...AlarmCommentInput.properties,
  id: Id,
  at: Instant,
  accountId: Nullable(Id),
  userName: Type.String(),
})
export type AlarmComment = Static<typeof AlarmComment>

/** Until an instant the account hears nothing of a code at a station, or at one device of it. */
export const AlarmSnoozeInput = object({
  code: oneOf(knownAlarmCodes),
  stationId: Id,
  /** Null: at all devices of the station. */
  deviceId: Nullable(Id),
  until: Instant,
})
export type AlarmSnoozeInput = Static<typeof AlarmSnoozeInput>

export const AlarmSnooze = object({
  ...AlarmSnoozeInput.properties,
  id: Id,
  stationName: Type.String(),
  deviceName: Nullable(Type.String()),
})
export type AlarmSnooze = Static<typeof AlarmSnooze>

/** A code in words. */
export const AlarmCatalogueEntry = object({
  code: oneOf(knownAlarmCodes),
  class: oneOf(alarmClasses),
  /** Dawn, dusk and weak light raise it by themselves: it never pages. */
  lowLight: Type.Boolean(),
  name: Type.String(),
  reason: Type.String(),
  suggestion: Type.String(),
})
export type AlarmCatalogueEntry = Static<typeof AlarmCatalogueEntry>
