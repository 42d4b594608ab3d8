import { type AlarmCode, alarmCodes, alarmsIn } from '@helioport/contract'
import type { PoolClient } from 'pg'
import { findAlarmReach, findErrorWords, replaceAlarms } from '../queries/alarm-frames.ts'
import type { OwnFrame } from './ingest.ts'

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
export const joinMs = 10 * 60_000

/**
 * Episodes in frames sorted by time: a code is raised by two frames in a row (from the first of them on), cleared by
 * two frames without it, and joins its former episode when that ended less than ten minutes before.
 */
export function episodesIn(frames: readonly ErrorWord[]): Episode[] {
  const seen = new Set(frames.flatMap((frame) => (frame.errorWord === 0 ? [] : alarmsIn(frame.errorWord))))
  return [...seen].flatMap((code) => episodesOf(code, frames))
}

function episodesOf(code: AlarmCode, frames: readonly ErrorWord[]): Episode[] {
  const bit = alarmCodes.indexOf(code)
  const isSet = (frame: ErrorWord) => ((frame.errorWord >>> bit) & 1) === 1
  const episodes: Episode[] = []
  let open: Episode | null = null
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
  for (const { deviceNo, from, to } of await findAlarmReach(client, [...windows.values()])) {
    const found = episodesIn(await findErrorWords(client, deviceNo, from, to))
    // Frames read for context show other episodes in part only.
    const episodes = found.filter(({ raisedAt, clearedAt }) => raisedAt <= to && (clearedAt ?? Infinity) >= from)
    await replaceAlarms(client, deviceNo, from, to, episodes)
  }
}
