import { randomUUID } from 'node:crypto'
import { type AlarmCode, alarmCodes, alarmsIn, uploadIntervalMs } from '@helioport/contract'
import type { Transaction } from '../database/session.ts'
import {
  type AlarmSource,
  type AlarmSpan,
  findAlarmReach,
  findAlarmsAround,
  findErrorWords,
  findStringFrames,
  findWatchedDevice,
  findWatchReach,
  type StoredAlarm,
  type Stretch,
  writeAlarms,
} from './queries/frames.ts'
import { deleteEmptyGroups } from './queries/group.ts'
import { regroupAlarms } from './groups.ts'
import { windowsOf } from '../telemetry/frame-windows.ts'
import type { OwnFrame } from '../telemetry/judge-frames.ts'
import { usualInterval } from '../figure/interval.ts'
import { isSuspect, type JudgedFrame, judgedStrings, longestPauseMs, watchedCode } from './string-watch.ts'

/** One frame's error word; `at` in epoch ms. */
export interface ErrorWord {
  at: number
  errorWord: number
}

export interface Episode {
  code: AlarmCode
  raisedAt: number
  /** Null: still there. */
  clearedAt: number | null
}

type Span = Omit<Episode, 'code'>

/** The same code within so many intervals of the device (at least ten minutes) belongs to the former episode. */
const joinIntervals = 2
const joinMs = (intervalMs: number) => joinIntervals * Math.max(intervalMs, uploadIntervalMs)

/** In which interval these frames came, ms. */
const intervalOf = (frames: readonly { at: number }[]) => usualInterval(frames.map(({ at }) => at))

/**
 * Episodes in frames sorted by time: a code is raised by two frames in a row (from the first of them on), cleared by
 * two frames without it, and joins its former episode when that ended less than two intervals (ten minutes) before. `former`: how
 * things stood before the first frame, sorted by time; per code the last one counts.
 */
export function episodesIn(frames: readonly ErrorWord[], former: readonly Episode[] = []): Episode[] {
  const joinWithin = joinMs(intervalOf(frames))
  const seen = new Set(frames.flatMap((frame) => (frame.errorWord === 0 ? [] : alarmsIn(frame.errorWord))))
  for (const { code } of former) seen.add(code)
  return [...seen].flatMap((code) => {
    const bit = alarmCodes.indexOf(code)
    const isSet = (frame: ErrorWord) => ((frame.errorWord >>> bit) & 1) === 1
    const begun = former.findLast((episode) => episode.code === code)
    return spansIn(frames, isSet, begun, joinWithin).map((span) => ({ code, ...span }))
  })
}

/** Two frames further apart than `pauseMs` are not "in a row". */
function spansIn<F extends { at: number }>(
  frames: readonly F[],
  isSet: (frame: F) => boolean,
  begun: Span | undefined,
  joinWithin: number,
  pauseMs = Infinity,
): Span[] {
  const spans: Span[] = begun ? [{ raisedAt: begun.raisedAt, clearedAt: begun.clearedAt }] : []
  let open: Span | null = spans[0]?.clearedAt === null ? spans[0] : null
  let former: F | null = null
  for (const frame of frames) {
    if (former && frame.at - former.at <= pauseMs && isSet(frame) === isSet(former)) {
      if (isSet(frame) && !open) {
        const last = spans.at(-1)
        if (last?.clearedAt != null && former.at - last.clearedAt <= joinWithin) open = last
        else spans.push((open = { raisedAt: former.at, clearedAt: null }))
        open.clearedAt = null
      } else if (!isSet(frame) && open) {
        open.clearedAt = former.at
        open = null
      }
    }
    former = frame
  }
  return spans
}

/**
 * Finds the episodes anew around the batch's frames, from the stored frames alone: the order in which frames arrive
 * does not matter. Most batches have no error word, no dead string and nothing open: no work.
 */
export async function updateAlarms(tx: Transaction, stationId: string, frames: readonly OwnFrame[]): Promise<void> {
  const changed: AlarmSpan[] = []
  for (const stretch of await findAlarmReach(tx, windowsOf(frames))) {
    const words = await findErrorWords(tx, stretch)
    const known = await findAlarmsAround(tx, stretch, 'device', joinMs(intervalOf(words)))
    const found = episodesIn(words, openBefore(known, stretch.from)).map((episode) => ({ ...episode, stringNo: 0 }))
    changed.push(...(await replaceAlarms(tx, stationId, stretch, 'device', known, found)))
  }
  changed.push(...(await watchStrings(tx, stationId, frames)))
  await regroupAlarms(tx, stationId, changed)
}

async function watchStrings(tx: Transaction, stationId: string, frames: readonly OwnFrame[]): Promise<AlarmSpan[]> {
  const measured = frames.filter(({ frame }) => (frame.stringCurrentA?.length ?? 0) > 0)
  const suspects = new Set(measured.flatMap(({ no, frame }) => (isSuspect(frame.stringCurrentA ?? []) ? [no] : [])))
  const changed: AlarmSpan[] = []
  for (const stretch of await findWatchReach(tx, windowsOf(measured), [...suspects])) {
    const device = await findWatchedDevice(tx, stretch.deviceNo)
    if (!device) continue
    const measuredStrings = await findStringFrames(tx, stretch)
    const intervalMs = intervalOf(measuredStrings)
    const known = await findAlarmsAround(tx, stretch, 'stringWatch', joinMs(intervalMs))
    const judged = judgedStrings(measuredStrings, device)
    const former = openBefore(known, stretch.from)
    const strings = new Set([...judged.flatMap(({ dead }) => [...dead]), ...former.map(({ stringNo }) => stringNo)])
    const found = [...strings].flatMap((stringNo) => {
      const begun = former.findLast((episode) => episode.stringNo === stringNo)
      const isDead = ({ dead }: JudgedFrame) => dead.has(stringNo)
      return spansIn(judged, isDead, begun, joinMs(intervalMs), longestPauseMs(intervalMs)).map((span) => ({
        code: watchedCode,
        stringNo,
        ...span,
      }))
    })
    changed.push(...(await replaceAlarms(tx, stationId, stretch, 'stringWatch', known, found)))
  }
  return changed
}

/** Episodes as they stood before `from`: one that was cleared later was open then. */
function openBefore<T extends Episode>(known: readonly T[], from: number): T[] {
  return known
    .filter((episode) => episode.raisedAt < from)
    .map((episode) => ({ ...episode, clearedAt: (episode.clearedAt ?? Infinity) >= from ? null : episode.clearedAt }))
}

const isSame = (a: AlarmSpan, b: AlarmSpan) => a.code === b.code && a.stringNo === b.stringNo

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
async function replaceAlarms(
  tx: Transaction,
  stationId: string,
  { deviceNo, from, to }: Stretch,
  source: AlarmSource,
  known: readonly StoredAlarm[],
  found: readonly AlarmSpan[],
): Promise<AlarmSpan[]> {
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
  return [...moved, ...added, ...removed]
}

const overlap = (a: AlarmSpan, b: AlarmSpan) =>
  a.raisedAt <= (b.clearedAt ?? Infinity) && b.raisedAt <= (a.clearedAt ?? Infinity)
