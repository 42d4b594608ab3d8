import type { Session } from '../database/session.ts'
import { medianOf } from '../figure/median.ts'
import type { AlarmRow } from './queries/alarm.ts'
import { findStringFrames, findWatchedDevice } from './queries/frames.ts'
import { watchedCode } from './string-watch.ts'

/** The frames after the alarm began that are looked at. */
const lookMs = 3_600_000
/** One that carries more of what its siblings do is not what the inverter means. */
const weakShare = 0.9
/** Under this mean current (A) a comparison says nothing. */
const leastMeanA = 0.5

/** A string, from 1, and how much it carries of what its siblings do. */
export interface WeakString {
  stringNo: number
  share: number
}

/** The weakest string where an inverter tells that one is weak, but not which; null: none is, or nothing is known. */
export async function findWeakString(db: Session, alarm: AlarmRow): Promise<WeakString | null> {
  const { code, string_no, mppt_no, device_count, device_no: deviceNo, raised_at: from, cleared_at } = alarm
  if (code !== watchedCode || string_no > 0 || mppt_no > 0 || device_count > 1) return null
  const device = await findWatchedDevice(db, deviceNo)
  if (!device) return null
  const frames = await findStringFrames(db, {
    deviceNo,
    from,
    to: Math.min(cleared_at ?? from + lookMs, from + lookMs),
  })
  const judged = frames.filter(({ isScanning, isLimited }) => !isScanning && !isLimited)
  return weakestOf(
    judged.map(({ currentA }) => currentA),
    device.stringCount,
  )
}

/** Of currents of some frames. A string that says nothing in one of them is left out. */
export function weakestOf(frames: readonly (readonly (number | null)[])[], stringCount: number): WeakString | null {
  const sums = Array.from({ length: stringCount }, (_, index) =>
    frames.reduce<number | null>((sum, currentA) => {
      const value = currentA[index] ?? null
      return sum === null || value === null ? null : sum + value
    }, 0),
  )
  const known = sums.filter((sum) => sum !== null)
  const median = medianOf(known) ?? 0
  if (known.length < 3 || frames.length === 0 || median < leastMeanA * frames.length) return null
  const least = Math.min(...known)
  const share = Math.max(0, least) / median
  return share < weakShare ? { stringNo: sums.indexOf(least) + 1, share } : null
}
