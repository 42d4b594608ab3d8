import type { AlarmCode } from '@helioport/contract'
import type { StringFrame, WatchedDevice } from './queries/frames.ts'
import { medianOf } from '../figure/median.ts'
import { longestStepMs } from '../figure/interval.ts'
import { sunAltitude } from '../figure/sun.ts'

/** The code that an inverter with a watch of its own would set: PV string abnormal. */
export const watchedCode: AlarmCode = 'A3'

/** A string that carries less than this share of its siblings' median is dead, not only dirty or shaded a little. */
const deadShare = 0.2
/** Under this current (A) noise and offsets of the sensors are as large as what they measure. */
const leastCurrentA = 1
/** Under this share of the rated current (full cloud, dawn) strings differ by where the light comes from. */
const leastShareOfRated = 0.2
/** Low sun: rows of modules shade each other. Degrees. */
export const leastSunDegrees = 10
/** Least number of strings that can be compared. */
const leastStrings = 3

/** Judged frames that lie further apart are no pair: a night or a cloud lies between them. */
export const longestPauseMs = (intervalMs: number) => Math.max(30 * 60_000, longestStepMs(intervalMs))

/** Strings of one frame that are dead, from 1. */
export interface JudgedFrame {
  at: number
  dead: ReadonlySet<number>
}

/** Quick check of a frame, before the database is read: one current is far below the greatest. */
export function isSuspect(currentA: readonly (number | null)[]): boolean {
  const known = currentA.filter((value) => value !== null)
  const most = Math.max(...known)
  return most >= leastCurrentA && Math.min(...known) < deadShare * most
}

/**
 * The frames in which the strings of the device can be compared: with enough light, and without a scan or a limit.
 * The others are left out.
 */
export function judgedStrings(frames: readonly StringFrame[], device: WatchedDevice): JudgedFrame[] {
  return frames.flatMap((frame) => {
    const dead = deadStrings(frame, device)
    return dead ? [{ at: frame.at, dead }] : []
  })
}

/** Strings that are dead in this frame, from 1; null: the strings cannot be compared in it. */
export function deadStrings(frame: StringFrame, device: WatchedDevice): ReadonlySet<number> | null {
  const { at, currentA, voltageV } = frame
  if (frame.isScanning || frame.isLimited) return null
  const currents = currentA.slice(0, device.stringCount)
  const known = currents.filter((value) => value !== null)
  if (known.length < leastStrings || sunAltitude(at, device) < leastSunDegrees) return null
  const median = medianOf(known) ?? 0
  const volts = voltageV.filter((value) => value !== null && value > 0) as number[]
  const meanV = volts.length === 0 ? null : volts.reduce((sum, value) => sum + value, 0) / volts.length
  const ratedA = meanV === null ? 0 : (device.capacityKwp * 1000) / device.stringCount / meanV
  if (median < Math.max(leastCurrentA, leastShareOfRated * ratedA)) return null
  return new Set(currents.flatMap((value, index) => (value !== null && value < deadShare * median ? [index + 1] : [])))
}

/** The MPPT of a string, provided that strings are spread evenly; null: no string, or the MPPTs are not known. */
export function mpptOf(stringNo: number, device: { mpptCount: number; stringCount: number }): number | null {
  if (stringNo === 0 || device.mpptCount === 0) return null
  return Math.ceil(stringNo / Math.ceil(device.stringCount / device.mpptCount))
}
