/** Remembers keys for one to two spans of time, and never more than two generations of `maxKeys`. */
export interface Seen {
  /** Whether the key is new; from then on it is not. */
  isNew: (key: string, now: number) => boolean
}

export function createSeen(spanMs: number, maxKeys: number): Seen {
  let since = 0
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    isNew(key, now) {
      // Math.abs: the clock may be set back.
      const passed = Math.abs(now - since)
      if (passed >= spanMs || young.size >= maxKeys) {
        old = passed >= 2 * spanMs ? new Set() : young
        young = new Set()
        since = now
      }
      if (young.has(key) || old.has(key)) return false
      young.add(key)
      return true
    },
  }
}
