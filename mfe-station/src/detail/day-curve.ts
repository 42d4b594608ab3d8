import type { StationDay } from '@helioport/contract'

/** A stretch of time, epoch ms. */
export interface Span {
  from: number
  to: number
}

type SunTimes = Pick<StationDay, 'from' | 'to' | 'sunrise' | 'sunset'>

/**
 * The dark stretches of a local day. Where the sun sets after local midnight (a zone far from the sun's own
 * time), the night lies in the middle. Nothing is shaded when neither time is known.
 */
export function nightSpans({ from, to, sunrise, sunset }: SunTimes): Span[] {
  const start = Date.parse(from)
  const end = Date.parse(to)
  const clamp = (instant: string) => Math.min(end, Math.max(start, Date.parse(instant)))
  const rise = sunrise === null ? undefined : clamp(sunrise)
  const set = sunset === null ? undefined : clamp(sunset)
  const spans: Span[] = []
  if (rise !== undefined && set !== undefined && set < rise) spans.push({ from: set, to: rise })
  else {
    if (rise !== undefined) spans.push({ from: start, to: rise })
    if (set !== undefined) spans.push({ from: set, to: end })
  }
  return spans.filter(span => span.to > span.from)
}

/** Middle of every bin, epoch ms: a mean belongs to the middle of its bin. */
export function binTimes({ from, binMinutes, powerW }: Pick<StationDay, 'from' | 'binMinutes' | 'powerW'>): number[] {
  const start = Date.parse(from)
  const step = binMinutes * 60_000
  return powerW.map((_, bin) => start + (bin + 0.5) * step)
}

/** Index of the last bin that holds a value, -1 when none does. */
export function lastKnownBin(curve: readonly (number | null)[]): number {
  return curve.findLastIndex(value => value !== null)
}

/** Means over `size` neighbouring bins; null only where the whole group is unknown. */
export function coarser(curve: readonly (number | null)[], size: number): (number | null)[] {
  const groups: (number | null)[] = []
  for (let start = 0; start < curve.length; start += size) {
    const known = curve.slice(start, start + size).filter(value => value !== null)
    groups.push(known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length)
  }
  return groups
}

/** Middle value of what is known; null when nothing is. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null).toSorted((a, b) => a - b)
  const middle = known.length / 2
  const high = known[Math.floor(middle)]
  if (high === undefined) return null
  const low = known[Math.ceil(middle) - 1] ?? high
  return (low + high) / 2
}
