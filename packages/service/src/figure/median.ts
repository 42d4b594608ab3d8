/** The median; of an even count the mean of the two middle values. Null: no values. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[Math.max(0, sorted.length - 1 - middle)], sorted[middle]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
