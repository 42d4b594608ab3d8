import { randomUUID } from 'node:crypto'
import { type AlarmCode, uploadIntervalMs } from '@helioport/contract'
import type { Transaction } from '../database/session.ts'
import { moveAlarmMails } from './queries/alarm-mail.ts'
import {
  deleteEmptyGroups,
  findGroupedAlarms,
  type GroupedAlarm,
  insertGroupLike,
  moveComments,
  moveToGroup,
} from './queries/group.ts'

/** Alarms that all inverters of a station get alike: from the grid, or from a power limit. */
const sharedAlarms: ReadonlySet<AlarmCode> = new Set(['E1', 'E2', 'E3', 'E4', 'E5', 'A6', 'A1'])

/** Episodes of a shared event begin within this many intervals of their devices (at least ten minutes) of each other. */
const linkIntervals = 2
/** How far around changed episodes the others are read; a chain of episodes longer than that counts as two events. */
const reachMs = 6 * 3_600_000

/**
 * Puts the episodes of one shared event into one group: the same code at one station, each raised within two
 * intervals (ten minutes) of the next. Works on stored episodes alone, so that the order in which frames arrive does
 * not matter. Runs under the station's lock.
 */
export async function regroupAlarms(
  tx: Transaction,
  stationId: string,
  changed: readonly { code: AlarmCode; raisedAt: number }[],
): Promise<void> {
  const shared = changed.filter(({ code }) => sharedAlarms.has(code))
  if (shared.length === 0) return
  const codes = [...new Set(shared.map(({ code }) => code))]
  const at = shared.map(({ raisedAt }) => raisedAt)
  const first = at.reduce((least, value) => Math.min(least, value))
  const last = at.reduce((most, value) => Math.max(most, value))
  const around = { from: first - reachMs, to: last + reachMs }
  const alarms = await findGroupedAlarms(tx, stationId, codes, around)
  for (const own of Map.groupBy(alarms, ({ code }) => code).values()) await regroup(tx, own)
}

/** Chains of episodes, sorted by time, of which each is raised within two intervals of the one before. */
function eventsIn(alarms: readonly GroupedAlarm[]): GroupedAlarm[][] {
  const events: GroupedAlarm[][] = []
  let former = -Infinity
  for (const alarm of alarms) {
    const linkMs = linkIntervals * Math.max(alarm.intervalS * 1000, uploadIntervalMs)
    if (alarm.raisedAt - former <= linkMs) events.at(-1)?.push(alarm)
    else events.push([alarm])
    former = alarm.raisedAt
  }
  return events
}

async function regroup(tx: Transaction, alarms: readonly GroupedAlarm[]): Promise<void> {
  const taken = new Set<string>()
  const left = new Set<string>()
  for (const event of eventsIn(alarms)) {
    const groups = [...new Set(event.map(({ groupId }) => groupId))]
    const free = groups.filter((id) => !taken.has(id))
    const known = new Set(event.filter((alarm) => alarm.known).map(({ groupId }) => groupId))
    let [group] = free.toSorted((a, b) => Number(known.has(b)) - Number(known.has(a)))
    if (group === undefined) {
      group = randomUUID()
      await insertGroupLike(tx, group, groups[0] ?? '')
    }
    taken.add(group)
    const moved = event.filter(({ groupId }) => groupId !== group)
    if (moved.length === 0) continue
    await moveToGroup(
      tx,
      moved.map(({ id }) => id),
      group,
    )
    const emptied = groups.filter((id) => id !== group && !taken.has(id))
    await moveComments(tx, emptied, group)
    await moveAlarmMails(tx, emptied, group)
    for (const id of emptied) left.add(id)
  }
  if (left.size > 0) await deleteEmptyGroups(tx, [...left])
}
