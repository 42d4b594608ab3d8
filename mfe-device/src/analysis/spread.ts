/** Distribution of values: extremes, quartiles and median. */
export interface Box {
  least: number
  low: number
  median: number
  high: number
  most: number
}

/** Linear interpolation between sorted values, as in spreadsheets; null: no values. */
export function boxOf(values: readonly (number | null)[]): Box | null {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b)
  if (sorted.length === 0) return null
  const at = (share: number) => {
    const place = share * (sorted.length - 1)
    const below = sorted[Math.floor(place)] ?? 0
    return below + (place % 1) * ((sorted[Math.ceil(place)] ?? 0) - below)
  }
  return { least: at(0), low: at(0.25), median: at(0.5), high: at(0.75), most: at(1) }
}

/** Fewer values have no meaningful distribution. */
const leastValues = 3

/** Standard deviation over several curves per quarter-hour; null: too few are known. */
export function deviationCurve(curves: readonly (readonly (number | null)[])[], quarters: number): (number | null)[] {
  return acrossCurves(curves, quarters, (values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  })
}

export const medianCurve = (curves: readonly (readonly (number | null)[])[], quarters: number): (number | null)[] =>
  acrossCurves(curves, quarters, (values) => boxOf(values)?.median ?? null)

function acrossCurves(
  curves: readonly (readonly (number | null)[])[],
  quarters: number,
  valueOf: (values: readonly number[]) => number | null,
) {
  return Array.from({ length: quarters }, (_, quarter) => {
    const known = curves.map((curve) => curve[quarter] ?? null).filter((value) => value !== null)
    return known.length < leastValues ? null : valueOf(known)
  })
}
