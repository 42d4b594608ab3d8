import type { Session } from '../database/session.ts'
import { medianOf } from '../figure/median.ts'
import type { AlarmRow } from './queries/alarm-row.ts'
import { findStringFrames, findWatchedDevice } from './queries/frames.ts'
import { watchedCode } from './string-watch.ts'

/** Frames are compared for this long after the alarm began. */
const lookMs = 3_600_000
/** A string that carries more than this share of its siblings' current is not the weak one. */
const weakShare = 0.9
/** Under this mean current (A) strings cannot be compared. */
const leastMeanA = 0.5

/** A string, from 1, and its current as a share of its siblings' median. */
export interface WeakString {
  stringNo: number
  share: number
}

/** An alarm by which an inverter reports that a string is weak, but not which one. */
type ToldOnly = Pick<AlarmRow, 'code' | 'string_no' | 'mppt_no' | 'device_no' | 'raised_at' | 'cleared_at'>

/**
 * The weakest string if an inverter reports a weak string without naming it; null: no string is weak, or nothing is
 * known.
 */
export async function findWeakString(db: Session, alarm: AlarmRow): Promise<WeakString | null> {
  return alarm.device_count > 1 ? null : weakestOf(await findShares(db, alarm))
}

/**
 * Current deficit of the weak strings of such an alarm, as a share of the inverter's current; null: no string is weak,
 * or nothing is known.
 */
export async function findLack(db: Session, alarm: ToldOnly): Promise<number | null> {
  const known = (await findShares(db, alarm)).filter((share) => share !== null)
  const lacking = known.reduce((sum, share) => sum + (share < weakShare ? 1 - Math.max(0, share) : 0), 0)
  const carried = known.reduce((sum, share) => sum + Math.max(0, share), 0)
  return lacking > 0 && carried > 0 ? lacking / carried : null
}

async function findShares(db: Session, alarm: ToldOnly): Promise<(number | null)[]> {
  const { code, string_no, mppt_no, device_no: deviceNo, raised_at: from, cleared_at } = alarm
  if (code !== watchedCode || string_no > 0 || mppt_no > 0) return []
  const device = await findWatchedDevice(db, deviceNo)
  if (!device) return []
  const to = Math.min(cleared_at ?? from + lookMs, from + lookMs)
  const frames = await findStringFrames(db, { deviceNo, from, to })
  const judged = frames.filter(({ isScanning, isLimited }) => !isScanning && !isLimited)
  return sharesOf(
    judged.map(({ currentA }) => currentA),
    device.stringCount,
  )
}

/**
 * Current of each string over some frames, as a share of the strings' median. Null: the string has a frame without a
 * value. Empty: the strings cannot be compared.
 */
export function sharesOf(frames: readonly (readonly (number | null)[])[], stringCount: number): (number | null)[] {
  const sums = Array.from({ length: stringCount }, (_, index) =>
    frames.reduce<number | null>((sum, currentA) => {
      const value = currentA[index] ?? null
      return sum === null || value === null ? null : sum + value
    }, 0),
  )
  const known = sums.filter((sum) => sum !== null)
  const median = medianOf(known) ?? 0
  if (known.length < 3 || frames.length === 0 || median < leastMeanA * frames.length) return []
  return sums.map((sum) => (sum === null ? null : sum / median))
}

function weakestOf(shares: readonly (number | null)[]): WeakString | null {
  const least = Math.min(...shares.filter((share) => share !== null))
  return least < weakShare ? { stringNo: shares.indexOf(least) + 1, share: Math.max(0, least) } : null
}
