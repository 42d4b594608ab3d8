import { sampleMinutes } from '@helioport/contract'
import { iso, type LocalDay } from '@helioport/time/node'

export const binMs = sampleMinutes * 60_000

export type Curve = (number | null)[]

/** Number of 5-minute bins of the day: 276, 288 or 300. */
export function binCount(day: LocalDay): number {
  return Math.round((day.to - day.from) / binMs)
}

export function binOf(day: LocalDay, at: number): number {
  return Math.floor((at - day.from) / binMs)
}

/** Mean of the known values per bin; null where there is none. */
export function meanCurve<T extends { at: number }>(
  day: LocalDay,
  samples: readonly T[],
  valueOf: (sample: T) => number | null,
): Curve {
  const bins = binCount(day)
  const sums = new Float64Array(bins)
  const counts = new Uint32Array(bins)
  for (const sample of samples) {
    const value = valueOf(sample)
    const bin = binOf(day, sample.at)
    if (value === null || bin < 0 || bin >= bins) continue
    sums[bin] = (sums[bin] ?? 0) + value
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return Array.from(sums, (sum, bin) => (counts[bin] ? round(sum / (counts[bin] ?? 1)) : null))
}

/** Mean over several curves of what is known in each bin. */
export function meanOfCurves(curves: readonly Curve[], bins: number): Curve {
  return Array.from({ length: bins }, (_, bin) => {
    const known = curves.map((curve) => curve[bin] ?? null).filter((value) => value !== null)
    return known.length === 0 ? null : round(known.reduce((sum, value) => sum + value, 0) / known.length)
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

/** A float of 4 bytes shows digits that were never measured: three decimals are kept. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
