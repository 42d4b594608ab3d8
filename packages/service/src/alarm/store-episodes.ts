import { randomUUID } from 'node:crypto'
import type { Transaction } from '../database/session.ts'
import {
  type AlarmSource,
  type AlarmSpan,
  type ChangedAlarm,
  type Span,
  type StoredAlarm,
  type Stretch,
  writeAlarms,
} from './queries/frames.ts'
import { deleteEmptyGroups } from './queries/group.ts'

/** Episodes as they stood before `from`: one that was cleared later was open then. */
export function openBefore<T extends Span>(known: readonly T[], from: number): T[] {
  return known
    .filter((episode) => episode.raisedAt < from)
    .map((episode) => ({ ...episode, clearedAt: (episode.clearedAt ?? Infinity) >= from ? null : episode.clearedAt }))
}

const isSame = (a: AlarmSpan, b: AlarmSpan) => a.code === b.code && a.stringNo === b.stringNo && a.mpptNo === b.mpptNo

/** An episode that is open at the end of a stretch ends where the one that went on there does. */
function continued(episode: AlarmSpan, known: readonly AlarmSpan[], to: number): AlarmSpan {
  if (episode.clearedAt !== null) return episode
  const tail = known.find(
    (other) => isSame(other, episode) && other.raisedAt <= to && (other.clearedAt ?? Infinity) >= to,
  )
  return { ...episode, clearedAt: tail?.clearedAt ?? null }
}

/**
 * Puts what was found in the place of the episodes that were raised in the stretch. One that begins as before, or that
 * is there at the same time, stays the same one, with what people said of it. Returns what has changed.
 */
export async function replaceAlarms(
  tx: Transaction,
  stationId: string,
  { deviceNo, from, to }: Stretch,
  source: AlarmSource,
  known: readonly StoredAlarm[],
  found: readonly AlarmSpan[],
): Promise<ChangedAlarm[]> {
  const free = new Set(known)
  const take = (fits: (old: StoredAlarm) => boolean) => {
    const old = known.find((alarm) => free.has(alarm) && fits(alarm))
    if (old) free.delete(old)
    return old
  }
  const episodes = found.map((episode) => continued(episode, known, to))
  const begunAlike = episodes.map((episode) => take((old) => isSame(old, episode) && old.raisedAt === episode.raisedAt))
  const moved: StoredAlarm[] = []
  const added: StoredAlarm[] = []
  episodes.forEach((episode, index) => {
    const old =
      begunAlike[index] ?? take((other) => isSame(other, episode) && other.raisedAt >= from && overlap(other, episode))
    if (!old) added.push({ ...episode, id: randomUUID(), groupId: randomUUID() })
    else if (old.raisedAt !== episode.raisedAt || old.clearedAt !== episode.clearedAt) {
      moved.push({ ...episode, id: old.id, groupId: old.groupId })
    }
  })
  // What the last frame raises or clears is decided by the one after it, outside the stretch: it stays.
  const removed = [...free].filter(({ raisedAt }) => raisedAt >= from && raisedAt < to)
  await writeAlarms(tx, { deviceNo, stationId, source }, { removed: removed.map(({ id }) => id), moved, added })
  await deleteEmptyGroups(
    tx,
    removed.map(({ groupId }) => groupId),
  )
  return [...moved, ...added, ...removed].map((alarm) => ({ ...alarm, deviceNo }))
}

const overlap = (a: AlarmSpan, b: AlarmSpan) =>
  a.raisedAt <= (b.clearedAt ?? Infinity) && b.raisedAt <= (a.clearedAt ?? Infinity)
