/** A list with one entry moved by a number of places, clamped to the ends. */
export function moved<T>(list: readonly T[], from: number, by: number): T[] {
  const to = Math.min(Math.max(from + by, 0), list.length - 1)
  const after = [...list]
  const [entry] = after.splice(from, 1)
  if (entry !== undefined) after.splice(to, 0, entry)
  return after
}

/**
 * The index at which a dragged entry would be dropped: the number of other entries whose middle is above the pointer.
 * `middles`: vertical middles of the entries from the first to the last, px; `y`: of the pointer.
 */
export function placeAt(middles: readonly number[], from: number, y: number): number {
  const above = middles.filter((middle, index) => index !== from && middle < y).length
  return Math.min(above, Math.max(middles.length - 1, 0))
}
