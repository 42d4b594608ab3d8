const nothing = new Uint8Array()

/**
 * Reads ranges of bytes that arrived in slices, in ascending order. The slices are never concatenated as a whole:
 * allocating 24 MB at once would block the event loop longer than all the parsing.
 */
export function readerOf(slices: readonly Uint8Array[]): (from: number, to: number) => Uint8Array {
  let nth = 0
  let start = 0
  return (from, to) => {
    const parts: Uint8Array[] = []
    for (let at = from; at < to;) {
      const slice = slices[nth]
      if (slice === undefined) break
      const end = start + slice.length
      if (at < end) parts.push(slice.subarray(at - start, to - start))
      at = Math.max(at, Math.min(end, to))
      if (end > to) break
      nth += 1
      start = end
    }
    return parts.length === 1 ? (parts[0] ?? nothing) : Buffer.concat(parts)
  }
}
