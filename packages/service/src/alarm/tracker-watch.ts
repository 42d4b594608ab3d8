import { medianOf } from '../figure/median.ts'
import { sunAltitude } from '../figure/sun.ts'
import type { Span } from './queries/frames.ts'
import type { TrackerFrame, WatchedTrackers } from './queries/tracker-frames.ts'
import { deadStrings, leastSunDegrees, mpptOf } from './string-watch.ts'

/** A tracker under this share of its siblings' median is behind; dirt and cables explain smaller differences. */
const behindShare = 0.75
/** Under this share of what the modules of one tracker can give, light is diffuse and uneven. */
const leastShareOfRated = 0.2
/** Least time that a tracker is behind: clouds that move over a roof pass sooner. */
const leastSpanMs = 30 * 60_000

/** Trackers of one frame that are behind their siblings, from 1. */
export interface JudgedTrackers {
  at: number
  behind: ReadonlySet<number>
}

const powersOf = (voltageV: readonly (number | null)[], currentA: readonly (number | null)[]) =>
  voltageV.map((voltage, index) => {
    const current = currentA[index] ?? null
    return voltage === null || current === null ? null : voltage * current
  })

/** Quick check of a frame, before the database is read. */
export function hasUnevenTrackers(voltageV: readonly (number | null)[], currentA: readonly (number | null)[]): boolean {
  const known = powersOf(voltageV, currentA).filter((watt) => watt !== null)
  return known.length > 1 && Math.min(...known) < behindShare * Math.max(...known)
}

/**
 * The frames in which the trackers of the device can be compared: with enough light, and without a scan or a limit. A
 * tracker with a dead string is not behind: the string has its own alarm.
 */
export function judgedTrackers(frames: readonly TrackerFrame[], device: WatchedTrackers): JudgedTrackers[] {
  return frames.flatMap((frame) => {
    const behind = trackersBehind(frame, device)
    return behind ? [{ at: frame.at, behind }] : []
  })
}

function trackersBehind(frame: TrackerFrame, device: WatchedTrackers): ReadonlySet<number> | null {
  if (frame.isScanning || frame.isLimited || sunAltitude(frame.at, device) < leastSunDegrees) return null
  const powers = powersOf(frame.voltageV, frame.trackerA).slice(0, device.mpptCount)
  const known = powers.filter((watt) => watt !== null)
  const leastW = (leastShareOfRated * device.capacityKwp * 1000) / Math.max(1, device.mpptCount)
  if (known.length < 2 || Math.max(...known) < leastW) return null
  // With 7 strings on 4 trackers one tracker has a string less; which one is not known.
  const fewest = fewestShare(device)
  const explained = new Set([...(deadStrings(frame, device) ?? [])].map((stringNo) => mpptOf(stringNo, device)))
  return new Set(
    powers.flatMap((watt, index) => {
      const siblings = powers.filter((other, nth) => other !== null && nth !== index) as number[]
      const usual = medianOf(siblings) ?? 0
      const isBehind = watt !== null && usual >= leastW && watt < behindShare * fewest * usual
      return isBehind && !explained.has(index + 1) ? [index + 1] : []
    }),
  )
}

/** Strings of the tracker with the fewest over strings of the one with the most; 1: they are spread evenly. */
function fewestShare({ stringCount, mpptCount }: WatchedTrackers): number {
  if (mpptCount === 0 || stringCount === 0) return 1
  return Math.floor(stringCount / mpptCount) / Math.ceil(stringCount / mpptCount)
}

/** Spans that lasted long enough, or continue the known one (`begun`). `lastAt`: of the newest frame, epoch ms. */
export const lastingSpans = (spans: readonly Span[], begun: Span | undefined, lastAt: number): Span[] =>
  spans.filter(
    ({ raisedAt, clearedAt }) => raisedAt === begun?.raisedAt || (clearedAt ?? lastAt) - raisedAt >= leastSpanMs,
  )
