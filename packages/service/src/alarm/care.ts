import type { Alarm, AlarmAssignee, AlarmComment, AlarmSnooze, AlarmSnoozeInput } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import {
  deleteSnooze,
  findAssignees,
  findComments,
  findSnoozes,
  insertComment,
  liesAt,
  updateAcknowledgement,
  updateAssignee,
  upsertSnooze,
} from './queries/care.ts'
import type { Service } from '../base/service.ts'
import { findEpisode, getAlarm } from './list-alarms.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'
import type { SignedIn } from '../base/signed-in.ts'

/** What a person does about an alarm holds for its whole group. All throw Problem notFound. */
export async function acknowledgeAlarm(
  service: Service,
  accountId: string,
  alarmId: string,
  acknowledged: boolean,
): Promise<Alarm> {
  const { groupId } = await findEpisode(service, accountId, alarmId)
  await service.db.transaction((tx) =>
    updateAcknowledgement(tx, groupId, acknowledged ? accountId : null, service.now()),
  )
  return readAlarm(service, accountId, alarmId)
}

/** @throws Problem notFound, alarm.assigneeUnknown (it does not see alarms of the station) */
export async function assignAlarm(
  service: Service,
  accountId: string,
  alarmId: string,
  assigneeId: string | null,
): Promise<Alarm> {
  const { groupId, episode } = await findEpisode(service, accountId, alarmId)
  if (assigneeId !== null) {
    const known = await findAssignees(service.db.read, episode.station_id, service.now())
    if (!known.some(({ id }) => id === assigneeId)) throw new Problem('alarm.assigneeUnknown')
  }
  await service.db.transaction((tx) => updateAssignee(tx, groupId, assigneeId))
  return readAlarm(service, accountId, alarmId)
}

async function readAlarm(service: Service, accountId: string, alarmId: string): Promise<Alarm> {
  const { values: _values, episodes: _episodes, ...alarm } = await getAlarm(service, accountId, alarmId)
  return alarm
}

export async function listAssignees(service: Service, accountId: string, alarmId: string): Promise<AlarmAssignee[]> {
  const { episode } = await findEpisode(service, accountId, alarmId)
  const rows = await findAssignees(service.db.read, episode.station_id, service.now())
  return rows.map((row) => ({ accountId: row.id, userName: row.user_name, nickname: row.nickname }))
}

export async function listComments(service: Service, accountId: string, alarmId: string, page: PageQuery) {
  const { groupId } = await findEpisode(service, accountId, alarmId)
  const { rows, total } = await findComments(service.db.read, groupId, windowOf(page))
  return { data: rows.map(toComment), total }
}

export async function commentAlarm(
  service: Service,
  { accountId, userName }: SignedIn,
  alarmId: string,
  text: string,
): Promise<AlarmComment> {
  const { groupId } = await findEpisode(service, accountId, alarmId)
  return toComment(
    await service.db.transaction((tx) => insertComment(tx, { groupId, accountId, userName, text, now: service.now() })),
  )
}

function toComment(row: Awaited<ReturnType<typeof insertComment>>): AlarmComment {
  return { id: row.id, at: iso(row.at), accountId: row.account_id, userName: row.user_name, text: row.text }
}

export async function listSnoozes(service: Service, accountId: string, page: PageQuery) {
  const { rows, total } = await findSnoozes(service.db.read, accountId, service.now(), windowOf(page))
  return { data: rows.map(toSnooze), total }
}

/** @throws Problem request.invalid (an instant that is over), notFound (the device lies elsewhere) */
export async function snoozeAlarm(service: Service, accountId: string, input: AlarmSnoozeInput): Promise<AlarmSnooze> {
  if (!(Date.parse(input.until) > service.now())) {
    throw new Problem('request.invalid', { issues: [{ path: '/until', message: 'lies ahead' }] })
  }
  if (input.deviceId !== null && !(await liesAt(service.db.read, input.deviceId, input.stationId))) {
    throw new Problem('notFound')
  }
  const id = await service.db.transaction((tx) => upsertSnooze(tx, accountId, input))
  const { rows } = await findSnoozes(service.db.read, accountId, service.now(), { limit: 1, offset: 0 }, id)
  const [row] = rows
  if (!row) throw new Problem('notFound')
  return toSnooze(row)
}

/** @throws Problem notFound */
export async function endSnooze(service: Service, accountId: string, id: string): Promise<void> {
  if (!(await service.db.transaction((tx) => deleteSnooze(tx, accountId, id)))) throw new Problem('notFound')
}

function toSnooze(row: Awaited<ReturnType<typeof findSnoozes>>['rows'][number]): AlarmSnooze {
  return {
    id: row.id,
    code: row.code,
    stationId: row.station_id,
    stationName: row.station_name,
    deviceId: row.device_id,
    deviceName: row.device_name,
    until: iso(row.until),
  }
}
