/** A time span, epoch ms. */
export interface Span {
  from: number
  to: number
}

/** A local day with its sun times, ISO instants; null: the sun does not rise or set, or the time is unknown. */
export interface SunTimes {
  from: string
  to: string
  sunrise: string | null
  sunset: string | null
}

/** Curves of one local day: bins of equal length from its first instant. */
export interface DayGrid {
  from: string
  binMinutes: number
}

/**
 * The dark spans of a local day. In a zone far from solar time the sun may set after local midnight: then the night
 * lies in the middle. Nothing is shaded when neither time is known.
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
  return spans.filter((span) => span.to > span.from)
}

/** Middle of every bin, epoch ms: a mean belongs to the middle of its bin. */
export function binTimes({ from, binMinutes }: DayGrid, bins: number): number[] {
  const start = Date.parse(from)
  const step = binMinutes * 60_000
  return Array.from({ length: bins }, (_, bin) => start + (bin + 0.5) * step)
}

/** Index of the last bin that holds a value; -1: none. */
export function lastKnownBin(curve: readonly (number | null)[]): number {
  return curve.findLastIndex((value) => value !== null)
}
