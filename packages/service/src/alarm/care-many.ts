import type { AlarmCareInput } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { findAssignees, upsertSnooze } from './queries/care.ts'
import { acknowledgeGroups, assignGroups, type CaredAlarm, commentGroups, findCared } from './queries/care-many.ts'

/**
 * Applies what a person does about many alarms to their groups, in one transaction. The rights on every alarm are
 * checked before the call. A repeated request changes nothing more.
 * @throws Problem alarm.assigneeUnknown (it does not see alarms of one of the stations; the issues say which alarms),
 *   request.invalid (an instant that is over)
 */
export async function careForAlarms(
  service: Service,
  { accountId, userName }: SignedIn,
  input: AlarmCareInput,
): Promise<{ groups: number }> {
  const { key, alarmIds, acknowledged, assigneeId, snoozedUntil, comment } = input
  const now = service.now()
  const cared = await findCared(service.db.read, alarmIds)
  const groupIds = [...new Set(cared.map(({ group_id }) => group_id))]
  if (assigneeId) await requireAssignee(service, cared, alarmIds, assigneeId)
  if (snoozedUntil !== undefined && !(Date.parse(snoozedUntil) > now)) {
    throw new Problem('request.invalid', { issues: [{ path: '/snoozedUntil', message: 'lies ahead' }] })
  }
  await service.db.transaction(async (tx) => {
    if (acknowledged !== undefined) await acknowledgeGroups(tx, groupIds, acknowledged ? accountId : null, now)
    if (assigneeId !== undefined) await assignGroups(tx, groupIds, assigneeId)
    if (comment !== undefined) await commentGroups(tx, groupIds, { key, accountId, userName, text: comment, now })
    if (snoozedUntil === undefined) return
    for (const { code, station_id, device_id } of cared) {
      await upsertSnooze(tx, accountId, { code, stationId: station_id, deviceId: device_id, until: snoozedUntil })
    }
  })
  return { groups: groupIds.length }
}

async function requireAssignee(
  service: Service,
  cared: readonly CaredAlarm[],
  alarmIds: readonly string[],
  assigneeId: string,
): Promise<void> {
  const unseen = new Set<string>()
  for (const stationId of new Set(cared.map(({ station_id }) => station_id))) {
    const known = await findAssignees(service.db.read, stationId, service.now())
    if (known.some(({ id }) => id === assigneeId)) continue
    for (const { id, station_id } of cared) if (station_id === stationId) unseen.add(id)
  }
  if (unseen.size === 0) return
  const issues = alarmIds.flatMap((id, nth) =>
    unseen.has(id) ? [{ path: `/alarmIds/${nth}`, message: 'is not seen by the assignee' }] : [],
  )
  throw new Problem('alarm.assigneeUnknown', { issues })
}
