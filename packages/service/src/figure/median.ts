/** The middle one, of an even number the mean of the two in the middle; null: there is none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[Math.max(0, sorted.length - 1 - middle)], sorted[middle]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
