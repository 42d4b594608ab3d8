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

/** An episode that is open at the end of a stretch takes its end from the stored episode that goes on there. */
function continued(episode: AlarmSpan, known: readonly AlarmSpan[], to: number): AlarmSpan {
  if (episode.clearedAt !== null) return episode
  const tail = known.find(
    (other) => isSame(other, episode) && other.raisedAt <= to && (other.clearedAt ?? Infinity) >= to,
  )
  return { ...episode, clearedAt: tail?.clearedAt ?? null }
}

/**
 * Replaces the stored episodes that were raised in the stretch by the found ones. A found episode that begins at the
 * same time as a stored one, or overlaps it, keeps its id and what people wrote about it. Returns what has changed.
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
  // The frame after the stretch decides what the last frame raises or clears: an episode raised there stays.
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
