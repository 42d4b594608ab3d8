import { alarmBitOf, type AlarmCode, alarmsIn } from '@helioport/contract'
import type { Transaction } from '../database/session.ts'
import {
  type ChangedAlarm,
  findAlarmReach,
  findAlarmsAround,
  findErrorWords,
  findScans,
  findStringFrames,
  findWatchedDevice,
  findWatchReach,
  type Span,
} from './queries/frames.ts'
import { echoStrings } from './echoes.ts'
import { regroupAlarms } from './groups.ts'
import { endSilences, markSilencesDue } from './queries/silence.ts'
import { intervalOf, joinMs, spansIn } from './spans.ts'
import { openBefore, replaceAlarms } from './store-episodes.ts'
import { windowsOf } from '../telemetry/frame-windows.ts'
import type { OwnFrame } from '../telemetry/judge-frames.ts'
import { findTrackerFrames, findTrackerReach, findWatchedTrackers } from './queries/tracker-frames.ts'
import { hasUnevenTrackers, type JudgedTrackers, judgedTrackers, lastingSpans } from './tracker-watch.ts'
import { isSuspect, type JudgedFrame, judgedStrings, longestPauseMs, watchedCode } from './string-watch.ts'

/** One frame's error word; `at` in epoch ms. */
export interface ErrorWord {
  at: number
  errorWord: number
  /** An IV scan was running: it takes strings and power away for a while. */
  isScanning?: boolean
}

export interface Episode extends Span {
  code: AlarmCode
}

/** Whether a frame counts for the code: a scan or a power limit (A1) causes A3 by itself, and a scan causes A1. */
const isTold = ({ errorWord, isScanning = false }: ErrorWord, code: AlarmCode) => {
  if (code === watchedCode) return !isScanning && !alarmsIn(errorWord).includes('A1')
  return code !== 'A1' || !isScanning
}

/**
 * Episodes in frames sorted by time: a code is raised by two frames in a row (from the first of them on), cleared by
 * two frames without it, and joins its former episode when that ended less than two intervals (ten minutes) before.
 * `former`: episodes as they stood before the first frame, sorted by time; per code the last one counts.
 */
export function episodesIn(frames: readonly ErrorWord[], former: readonly Episode[] = []): Episode[] {
  const joinWithin = joinMs(intervalOf(frames))
  const seen = new Set<AlarmCode>(frames.flatMap((frame) => (frame.errorWord === 0 ? [] : alarmsIn(frame.errorWord))))
  for (const { code } of former) seen.add(code)
  return [...seen].flatMap((code) => {
    const bit = alarmBitOf(code)
    const isSet = (frame: ErrorWord) => ((frame.errorWord >>> bit) & 1) === 1
    const begun = former.findLast((episode) => episode.code === code)
    const told = frames.filter((frame) => isTold(frame, code))
    return spansIn(told, isSet, begun, joinWithin).map((span) => ({ code, ...span }))
  })
}

/**
 * Finds the episodes anew around the batch's frames, from stored frames alone, so that the order in which frames
 * arrive does not matter. Most batches have no error word, no dead string and no open episode: they cost no work.
 */
export async function updateAlarms(tx: Transaction, stationId: string, frames: readonly OwnFrame[]): Promise<void> {
  const changed: ChangedAlarm[] = []
  for (const stretch of await findAlarmReach(tx, windowsOf(frames))) {
    const words = markScans(await findErrorWords(tx, stretch), await findScans(tx, stretch))
    const known = await findAlarmsAround(tx, stretch, 'device', joinMs(intervalOf(words)))
    const found = episodesIn(words, openBefore(known, stretch.from)).map((episode) => ({
      ...episode,
      stringNo: 0,
      mpptNo: 0,
    }))
    changed.push(...(await replaceAlarms(tx, stationId, stretch, 'device', known, found)))
  }
  changed.push(...(await watchStrings(tx, stationId, frames)))
  changed.push(...(await watchTrackers(tx, stationId, frames)))
  await echoStrings(tx, changed)
  await endSilences(tx, windowsOf(frames))
  await markSilencesDue(tx, windowsOf(frames))
  await regroupAlarms(tx, stationId, changed)
}

async function watchStrings(tx: Transaction, stationId: string, frames: readonly OwnFrame[]): Promise<ChangedAlarm[]> {
  const measured = frames.filter(({ frame }) => (frame.stringCurrentA?.length ?? 0) > 0)
  const suspects = new Set(measured.flatMap(({ no, frame }) => (isSuspect(frame.stringCurrentA ?? []) ? [no] : [])))
  const changed: ChangedAlarm[] = []
  for (const stretch of await findWatchReach(tx, windowsOf(measured), [...suspects])) {
    const device = await findWatchedDevice(tx, stretch.deviceNo)
    if (!device) continue
    const measuredStrings = markScans(await findStringFrames(tx, stretch), await findScans(tx, stretch))
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
        mpptNo: 0,
        ...span,
      }))
    })
    changed.push(...(await replaceAlarms(tx, stationId, stretch, 'stringWatch', known, found)))
  }
  return changed
}

async function watchTrackers(tx: Transaction, stationId: string, frames: readonly OwnFrame[]): Promise<ChangedAlarm[]> {
  const measured = frames.filter(({ frame }) => (frame.mpptCurrentA?.length ?? 0) > 1)
  const suspects = measured.flatMap(({ no, frame }) =>
    hasUnevenTrackers(frame.mpptVoltageV ?? [], frame.mpptCurrentA ?? []) ? [no] : [],
  )
  const changed: ChangedAlarm[] = []
  for (const stretch of await findTrackerReach(tx, windowsOf(measured), [...new Set(suspects)])) {
    const device = await findWatchedTrackers(tx, stretch.deviceNo)
    if (!device) continue
    const stored = markScans(await findTrackerFrames(tx, stretch), await findScans(tx, stretch))
    const intervalMs = intervalOf(stored)
    const known = await findAlarmsAround(tx, stretch, 'trackerWatch', joinMs(intervalMs))
    const judged = judgedTrackers(stored, device)
    const former = openBefore(known, stretch.from)
    const trackers = new Set([...judged.flatMap(({ behind }) => [...behind]), ...former.map(({ mpptNo }) => mpptNo)])
    const found = [...trackers].flatMap((mpptNo) => {
      const begun = former.findLast((episode) => episode.mpptNo === mpptNo)
      const isBehind = ({ behind }: JudgedTrackers) => behind.has(mpptNo)
      const spans = spansIn(judged, isBehind, begun, joinMs(intervalMs), longestPauseMs(intervalMs))
      const lasting = lastingSpans(spans, begun, judged.at(-1)?.at ?? -Infinity)
      return lasting.map((span) => ({ code: watchedCode, stringNo: 0, mpptNo, ...span }))
    })
    changed.push(...(await replaceAlarms(tx, stationId, stretch, 'trackerWatch', known, found)))
  }
  return changed
}

/** Marks the frames of scans, by the frame's own state or by a scan that the service ordered. */
function markScans<T extends { at: number; isScanning: boolean }>(frames: T[], scans: readonly Span[]): T[] {
  if (scans.length === 0) return frames
  const marginMs = intervalOf(frames)
  return frames.map((frame) => {
    const isOrdered = scans.some(
      ({ raisedAt, clearedAt }) => frame.at >= raisedAt && frame.at - marginMs <= (clearedAt ?? Infinity),
    )
    return isOrdered ? { ...frame, isScanning: true } : frame
  })
}
