import Type from 'typebox'
import { knownAlarmCodes } from '../alarms.ts'
import {
  Alarm,
  AlarmAssignee,
  AlarmCareInput,
  AlarmCatalogueEntry,
  alarmClasses,
  AlarmComment,
  AlarmCommentInput,
  AlarmDetail,
  AlarmSnooze,
  AlarmSnoozeInput,
} from '../entities/alarm.ts'
import { Id, Instant, Nullable, object, oneOf } from '../entities/common.ts'
import { messageLocales } from '../locales.ts'
import { type EndpointSpec, longPage, Nothing, page } from './endpoint.ts'

/** Filters of the alarm list; the export takes the same. */
export const alarmFilters = {
  /** One row per group (default), or one per device's episode. */
  view: Type.Optional(oneOf(['groups', 'episodes'] as const)),
  state: Type.Optional(oneOf(['open', 'closed'] as const)),
  class: Type.Optional(oneOf(alarmClasses)),
  code: Type.Optional(oneOf(knownAlarmCodes)),
  /** false: without alarms caused by dawn, dusk or weak light. */
  lowLight: Type.Optional(Type.Boolean()),
  stationId: Type.Optional(Id),
  deviceId: Type.Optional(Id),
  acknowledged: Type.Optional(Type.Boolean()),
  assigned: Type.Optional(oneOf(['me', 'nobody', 'somebody'] as const)),
  /** Part of the user name of the person who acknowledged it, or to whom it is assigned. */
  userName: Type.Optional(Type.String({ maxLength: 80 })),
  /** Part of the code, or of a name or serial of the device or the station. */
  search: Type.Optional(Type.String({ maxLength: 80 })),
  /** Episodes that overlap the time from `from` until before `to`. */
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
}

const alarmParams = object({ alarmId: Id })

export const alarmEndpoints = {
  'GET /alarms': {
    access: 'account',
    right: 'alarms',
    summary: 'Alarms, newest first: one row per group of episodes, or one per episode',
    query: object({ ...longPage, ...alarmFilters }),
    reply: Type.Array(Alarm),
    paged: true,
    errors: [],
  },
  'GET /alarms/:alarmId': {
    access: 'account',
    right: 'alarms',
    summary: 'One alarm with what was measured when it was raised, and all episodes of its group',
    params: alarmParams,
    reply: AlarmDetail,
    errors: ['notFound', 'access.denied'],
  },
  'PUT /alarms/:alarmId/acknowledgement': {
    access: 'account',
    right: 'alarms',
    summary: 'Say that the alarm was seen, or take that back; for its whole group',
    params: alarmParams,
    body: object({ acknowledged: Type.Boolean() }),
    reply: Alarm,
    errors: ['notFound', 'access.denied'],
  },
  'GET /alarms/:alarmId/assignees': {
    access: 'account',
    right: 'alarms',
    summary: 'Accounts that the alarm can be given to',
    params: alarmParams,
    reply: Type.Array(AlarmAssignee),
    errors: ['notFound', 'access.denied'],
  },
  'PUT /alarms/:alarmId/assignee': {
    access: 'account',
    right: 'alarms',
    summary: 'Give the alarm to an account that sees alarms there; null: to nobody',
    params: alarmParams,
    body: object({ accountId: Nullable(Id) }),
    reply: Alarm,
    errors: ['notFound', 'access.denied', 'alarm.assigneeUnknown'],
  },
  'GET /alarms/:alarmId/comments': {
    access: 'account',
    right: 'alarms',
    summary: 'Comments on the alarm and its group, oldest first',
    params: alarmParams,
    query: object(page),
    reply: Type.Array(AlarmComment),
    paged: true,
    errors: ['notFound', 'access.denied'],
  },
  'POST /alarms/:alarmId/comments': {
    access: 'account',
    right: 'alarms',
    summary: 'Comment on the alarm',
    params: alarmParams,
    body: AlarmCommentInput,
    reply: AlarmComment,
    errors: ['notFound', 'access.denied'],
  },
  'POST /alarm-care': {
    access: 'account',
    right: 'alarms',
    summary: 'Acknowledge, assign, snooze and comment on up to 100 alarms and their groups: all of it or nothing',
    body: AlarmCareInput,
    reply: object({ groups: Type.Integer() }),
    errors: ['notFound', 'access.denied', 'alarm.assigneeUnknown'],
  },
  'GET /alarm-snoozes': {
    access: 'account',
    summary: 'What the account does not want to hear of now',
    query: object(page),
    reply: Type.Array(AlarmSnooze),
    paged: true,
    errors: [],
  },
  'POST /alarm-snoozes': {
    access: 'account',
    right: 'alarms',
    summary: 'Hear nothing of a code at a station or a device until an instant; for the calling account alone',
    body: AlarmSnoozeInput,
    reply: AlarmSnooze,
    errors: ['notFound', 'access.denied'],
  },
  'DELETE /alarm-snoozes/:alarmSnoozeId': {
    access: 'account',
    summary: 'Hear of it again',
    params: object({ alarmSnoozeId: Id }),
    reply: Nothing,
    errors: ['notFound'],
  },
  'GET /alarm-catalogue': {
    access: 'anyone',
    summary: 'All codes in words of one language',
    query: object({ locale: oneOf(messageLocales) }),
    reply: Type.Array(AlarmCatalogueEntry),
    errors: [],
  },
} as const satisfies Record<string, EndpointSpec>
