import { type AlarmCode, alarmCodes, alarmsIn } from '@helioport/contract'
import type { PoolClient } from 'pg'
import { findAlarmReach, findAlarmsAround, findErrorWords, replaceAlarms } from '../queries/alarm-frames.ts'
import type { OwnFrame } from './judge-frames.ts'

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

/** The same code within this time belongs to the former episode. */
const joinMs = 10 * 60_000

/**
 * Episodes in frames sorted by time: a code is raised by two frames in a row (from the first of them on), cleared by
 * two frames without it, and joins its former episode when that ended less than ten minutes before. `former`: how
 * things stood before the first frame, sorted by time; per code the last one counts.
 */
export function episodesIn(frames: readonly ErrorWord[], former: readonly Episode[] = []): Episode[] {
  const seen = new Set(frames.flatMap((frame) => (frame.errorWord === 0 ? [] : alarmsIn(frame.errorWord))))
  for (const { code } of former) seen.add(code)
  return [...seen].flatMap((code) =>
    episodesOf(
      code,
      frames,
      former.findLast((episode) => episode.code === code),
    ),
  )
}

function episodesOf(code: AlarmCode, frames: readonly ErrorWord[], begun: Episode | undefined): Episode[] {
  const bit = alarmCodes.indexOf(code)
  const isSet = (frame: ErrorWord) => ((frame.errorWord >>> bit) & 1) === 1
  const episodes: Episode[] = begun ? [{ ...begun }] : []
  let open: Episode | null = episodes[0]?.clearedAt === null ? episodes[0] : null
  let former: ErrorWord | null = null
  for (const frame of frames) {
    if (former && isSet(frame) === isSet(former)) {
      if (isSet(frame) && !open) {
        const last = episodes.at(-1)
        if (last?.clearedAt != null && former.at - last.clearedAt <= joinMs) open = last
        else episodes.push((open = { code, raisedAt: former.at, clearedAt: null }))
        open.clearedAt = null
      } else if (!isSet(frame) && open) {
        open.clearedAt = former.at
        open = null
      }
    }
    former = frame
  }
  return episodes
}

/** Finds the episodes anew around the batch's frames. Most batches have no error word and nothing open: no work. */
export async function updateAlarms(client: PoolClient, frames: readonly OwnFrame[]): Promise<void> {
  const windows = new Map<number, { deviceNo: number; first: number; last: number }>()
  for (const { no, frame } of frames) {
    const window = windows.get(no) ?? { deviceNo: no, first: frame.at, last: frame.at }
    window.first = Math.min(window.first, frame.at)
    window.last = Math.max(window.last, frame.at)
    windows.set(no, window)
  }
  for (const stretch of await findAlarmReach(client, [...windows.values()])) {
    const known = await findAlarmsAround(client, stretch, joinMs)
    const words = await findErrorWords(client, stretch)
    const found = episodesIn(words, openBefore(known, stretch.from))
    await replaceAlarms(
      client,
      stretch,
      found.map((episode) => continued(episode, known, stretch.to)),
    )
  }
}

/** Episodes as they stood before `from`: one that was cleared later was open then. */
function openBefore(known: readonly Episode[], from: number): Episode[] {
  return known
    .filter((episode) => episode.raisedAt < from)
    .map((episode) => ({ ...episode, clearedAt: (episode.clearedAt ?? Infinity) >= from ? null : episode.clearedAt }))
}

/** An episode that is open at the end of a stretch ends where the one that went on there does. */
function continued(episode: Episode, known: readonly Episode[], to: number): Episode {
  if (episode.clearedAt !== null) return episode
  const tail = known.find(
    ({ code, raisedAt, clearedAt }) => code === episode.code && raisedAt <= to && (clearedAt ?? Infinity) > to,
  )
  return { ...episode, clearedAt: tail?.clearedAt ?? null }
}
