/** A list with one entry moved by so many places; the ends hold it back. */
export function moved<T>(list: readonly T[], from: number, by: number): T[] {
  const to = Math.min(Math.max(from + by, 0), list.length - 1)
  const after = [...list]
  const [entry] = after.splice(from, 1)
  if (entry !== undefined) after.splice(to, 0, entry)
  return after
}

/**
 * Over which entry a dragged one hangs: the one whose middle the pointer has passed.
 * `middles`: vertical middles of the entries from the first to the last, px; `y`: of the pointer.
 */
export function placeAt(middles: readonly number[], from: number, y: number): number {
  const above = middles.filter((middle, index) => index !== from && middle < y).length
  return Math.min(above, Math.max(middles.length - 1, 0))
}
