/** Under this median current (A) dawn and cloud edges make strings differ by themselves. */
export const minComparableCurrentA = 0.5

/** A string this far under the median of its siblings is pointed out; a lost string or a blown fuse lies far beyond. */
export const noticeableShortfall = 0.2

export interface Sibling {
  /** As printed on the inverter, from 1. */
  number: number
  value: number
  /** Length of its bar: share of the strongest sibling, 0 to 1. */
  share: number
  /** Share by which it lies under the median, where that is worth a look; otherwise null. */
  shortfall: number | null
}

export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/**
 * Values of one kind at one time, each compared with its siblings.
 * Two siblings cannot tell which of them is wrong, so a shortfall needs at least three and enough light.
 */
export function compareSiblings(values: readonly number[], minComparable = minComparableCurrentA): Sibling[] {
  const strongest = Math.max(0, ...values)
  const median = medianOf(values) ?? 0
  const comparable = values.length > 2 && median >= minComparable
  return values.map((value, index) => {
    const below = comparable ? 1 - value / median : 0
    return {
      number: index + 1,
      value,
      share: strongest > 0 ? Math.max(0, value / strongest) : 0,
      shortfall: below >= noticeableShortfall ? Math.min(1, below) : null,
    }
  })
}
