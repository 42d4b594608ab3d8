import {
  acknowledgeAlarm,
  assignAlarm,
  commentAlarm,
  endSnooze,
  listAssignees,
  listComments,
  listSnoozes,
  snoozeAlarm,
} from './care.ts'
import { careForAlarms } from './care-many.ts'
import { alarmCatalogue, getAlarm, listAlarms } from './list-alarms.ts'
import type { Handlers } from '../http/handler.ts'

export const alarmRoutes = {
  'GET /alarms': async (service, { account, query }) => listAlarms(service, account.accountId, query),
  'GET /alarms/:alarmId': async (service, { account, params }) => ({
    data: await getAlarm(service, account.accountId, params.alarmId),
  }),
  'PUT /alarms/:alarmId/acknowledgement': async (service, { account, params, body }) => ({
    data: await acknowledgeAlarm(service, account.accountId, params.alarmId, body.acknowledged),
  }),
  'GET /alarms/:alarmId/assignees': async (service, { account, params }) => ({
    data: await listAssignees(service, account.accountId, params.alarmId),
  }),
  'PUT /alarms/:alarmId/assignee': async (service, { account, params, body }) => ({
    data: await assignAlarm(service, account.accountId, params.alarmId, body.accountId),
  }),
  'GET /alarms/:alarmId/comments': async (service, { account, params, query }) =>
    listComments(service, account.accountId, params.alarmId, query),
  'POST /alarms/:alarmId/comments': async (service, { account, params, body }) => ({
    data: await commentAlarm(service, account, params.alarmId, body.text),
  }),
  'POST /alarm-care': async (service, { account, body }) => ({ data: await careForAlarms(service, account, body) }),
  'GET /alarm-snoozes': async (service, { account, query }) => listSnoozes(service, account.accountId, query),
  'POST /alarm-snoozes': async (service, { account, body }) => ({
    data: await snoozeAlarm(service, account.accountId, body),
  }),
  'DELETE /alarm-snoozes/:alarmSnoozeId': async (service, { account, params }) => {
    await endSnooze(service, account.accountId, params.alarmSnoozeId)
    return { data: null }
  },
  'GET /alarm-catalogue': async (_service, { query }) => ({ data: alarmCatalogue(query.locale) }),
} satisfies Partial<Handlers>
