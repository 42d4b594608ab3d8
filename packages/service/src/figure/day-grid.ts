import { sampleMinutes } from '@helioport/contract'
import { iso, type LocalDay } from '@helioport/time/node'
import { type FrameHold, frameHolds, longestIntervalMs } from './interval.ts'
import { medianOf } from './median.ts'

export const binMs = sampleMinutes * 60_000

export type Curve = (number | null)[]

/** Number of 5-minute bins of the day: 276, 288 or 300. */
export function binCount(day: LocalDay): number {
  return Math.round((day.to - day.from) / binMs)
}

export function binOf(day: LocalDay, at: number): number {
  return Math.floor((at - day.from) / binMs)
}

interface Stamped {
  at: number
  is_end?: boolean
}

/**
 * From frames of one stream around the day (oldest first): `samples`, those of the day, and `telling`, those that its
 * bins need. The interval of the last frame before midnight may reach into the day; where frames are stamped at the end
 * of their interval, the first frame after midnight covers the last bins. How many bins depends on the interval (see
 * frameHolds).
 */
export function framesOfDay<T extends Stamped>(
  day: { from: number; to: number },
  read: readonly T[],
): { samples: T[]; telling: T[] } {
  const first = read.findIndex(({ at }) => at >= day.from)
  const samples = first < 0 ? [] : read.slice(first).filter(({ at }) => at < day.to)
  const before = samples.length > 0 ? read[first - 1] : undefined
  const reaches = before !== undefined && before.is_end !== true && day.from - before.at < longestIntervalMs
  const next = first < 0 ? undefined : read[first + samples.length]
  const tells = next?.is_end === true && next.at - day.to < longestIntervalMs
  return { samples, telling: [...(reaches ? [before] : []), ...samples, ...(tells ? [next] : [])] }
}

/**
 * Values of a stream on the day's grid: the mean of the frames in a bin; in a bin without frames the value of the frame
 * before, while it holds, or that of the frame after, where frames are stamped at the end of their interval (see
 * framesOfDay). Null: a gap. `usualMs`: interval to assume where the day has too few frames to find it. `isBridged`:
 * values hold over single missing frames, as a counter does (see FrameHold).
 */
export function heldCurve<T extends Stamped>(
  day: LocalDay,
  samples: readonly T[],
  valueOf: (sample: T) => number | null,
  usualMs: number,
  isBridged = false,
): Curve {
  const ends = samples.filter(({ is_end }) => is_end)
  if (ends.length === 0) return heldOn(day, samples, valueOf, usualMs, isBridged)
  // Reversed in time, these frames are stamped at the start.
  const back = ends.map((sample) => ({ at: day.from + day.to - sample.at, sample })).toReversed()
  const told = heldOn(day, back, ({ sample }) => valueOf(sample), usualMs, isBridged).toReversed()
  if (ends.length === samples.length) return told
  const starts = samples.filter(({ is_end }) => !is_end)
  const others = heldOn(day, starts, valueOf, usualMs, isBridged)
  return told.map((value, bin) => value ?? others[bin] ?? null)
}

function heldOn<T extends { at: number }>(
  day: LocalDay,
  samples: readonly T[],
  valueOf: (sample: T) => number | null,
  usualMs: number,
  isBridged: boolean,
): Curve {
  const points = samples.flatMap((sample) => {
    const value = valueOf(sample)
    return value === null || sample.at >= day.to ? [] : [{ at: sample.at, value }]
  })
  const holds = frameHolds(
    points.map((point) => point.at),
    usualMs,
  )
  const held = points.map((point, index): HeldValue => {
    const heldMs = holds[index]?.[isBridged ? 'bridgedMs' : 'heldMs'] ?? 0
    const next = points[index + 1]?.at
    return { ...point, heldMs, next: next !== undefined && point.at + heldMs >= next ? next : undefined }
  })
  return isOneABin(day, held, holds) ? steppedCurve(day, held) : weighedCurve(day, held)
}

interface HeldValue {
  at: number
  value: number
  heldMs: number
  /** Instant of the frame up to which the value holds; undefined: no next frame, or a gap before it. */
  next: number | undefined
}

/** Relative tolerance within which an interval counts as one bin long. */
const alike = 0.1

/** Whether every bin has at most one frame and the interval is one bin: values are then shown unchanged. */
function isOneABin(day: LocalDay, held: readonly HeldValue[], holds: readonly FrameHold[]): boolean {
  const differs = medianOf(holds.map(({ intervalMs }) => Math.abs(intervalMs / binMs - 1))) ?? 0
  return differs < alike && held.every(({ at }, nth) => binOf(day, at) !== binOf(day, held[nth + 1]?.at ?? Infinity))
}

/** Each bin has the mean of its frames, or the value of the frame before while it holds. */
function steppedCurve(day: LocalDay, held: readonly HeldValue[]): Curve {
  const bins = binCount(day)
  const sums = new Float64Array(bins)
  const counts = new Uint32Array(bins)
  for (const { at, value } of held) {
    const bin = binOf(day, at)
    if (bin < 0) continue
    sums[bin] = (sums[bin] ?? 0) + value
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const curve: Curve = Array.from(sums, (sum, bin) => (counts[bin] ? round(sum / (counts[bin] ?? 1)) : null))
  for (const { at, value, heldMs, next } of held) {
    const first = binOf(day, at)
    const end = next === undefined ? Math.min(bins, first + Math.round(heldMs / binMs)) : binOf(day, next)
    for (let bin = Math.max(0, first + 1); bin < end; bin += 1) if (counts[bin] === 0) curve[bin] = round(value)
  }
  return curve
}

/**
 * Each bin has the mean of the frames weighted by the time that they cover: frames every 7 minutes count for 7 minutes
 * each, however they lie in the bins. Before a gap a frame covers whole bins.
 */
function weighedCurve(day: LocalDay, held: readonly HeldValue[]): Curve {
  const bins = binCount(day)
  const sums = new Float64Array(bins)
  const covered = new Float64Array(bins)
  for (const [nth, { at, value, heldMs, next }] of held.entries()) {
    const first = binOf(day, at)
    const before = held[nth - 1]?.at ?? -Infinity
    const wholeBins = day.from + (first + Math.max(1, Math.round(heldMs / binMs))) * binMs
    // The last of several frames in a bin covers no longer than the one before it.
    const last = binOf(day, before) === first ? Math.min(wholeBins, at + Math.min(heldMs, at - before)) : wholeBins
    const until = next ?? last
    for (let bin = Math.max(0, first); bin < bins && day.from + bin * binMs < until; bin += 1) {
      const from = day.from + bin * binMs
      const ms = Math.min(until, from + binMs) - Math.max(at, from)
      sums[bin] = (sums[bin] ?? 0) + value * ms
      covered[bin] = (covered[bin] ?? 0) + ms
    }
  }
  return Array.from(sums, (sum, bin) => (covered[bin] ? round(sum / (covered[bin] ?? 1)) : null))
}

/** The curve up to `now`: bins that a frame covers in the future are cut. */
export function upTo(now: number, day: LocalDay, curve: Curve): Curve {
  return curve.map((value, bin) => (day.from + bin * binMs < now ? value : null))
}

/**
 * Returns a function that cuts a curve after the last bin with data in any of `heard`: later bins are unknown, not 0.
 */
export function upToLast(heard: readonly Curve[]): (curve: Curve) => Curve {
  const last = heard.reduce(
    (end, own) =>
      Math.max(
        end,
        own.findLastIndex((value) => value !== null),
      ),
    -1,
  )
  return (curve) => curve.map((value, bin) => (bin <= last ? value : null))
}

/** Per bin, the mean of the known values of several curves. */
export function meanOfCurves(curves: readonly Curve[], bins: number): Curve {
  return Array.from({ length: bins }, (_, bin) => {
    const known = curves.map((curve) => curve[bin] ?? null).filter((value) => value !== null)
    return known.length === 0 ? null : round(known.reduce((sum, value) => sum + value, 0) / known.length)
  })
}

const perQuarter = (15 * 60_000) / binMs

/** Means of the known values in each quarter of an hour; null: none. */
export function quartersOf(curve: Curve): Curve {
  return Array.from({ length: Math.ceil(curve.length / perQuarter) }, (_, quarter) => {
    const known = curve.slice(quarter * perQuarter, (quarter + 1) * perQuarter).filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
}

/** Quarter-hours expanded to the day's 5-minute grid. */
export function expanded(day: LocalDay, quarters: Curve): Curve {
  return Array.from({ length: binCount(day) }, (_, bin) => quarters[Math.floor(bin / perQuarter)] ?? null)
}

/** Sums of the known values in each quarter of an hour; null: none. */
export function sumsOfQuarters(curve: Curve): Curve {
  return Array.from({ length: Math.ceil(curve.length / perQuarter) }, (_, quarter) => {
    const known = curve.slice(quarter * perQuarter, (quarter + 1) * perQuarter).filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  })
}

/** Greatest value and the start of its bin. */
export function peakOf(day: LocalDay, curve: Curve): { value: number; at: string } | null {
  let peak: { value: number; bin: number } | null = null
  curve.forEach((value, bin) => {
    if (value !== null && value > (peak?.value ?? -Infinity)) peak = { value, bin }
  })
  const found = peak as { value: number; bin: number } | null
  return found && { value: found.value, at: iso(day.from + found.bin * binMs) }
}

/** Rounds to three decimals: a 4-byte float shows digits that were never measured. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
