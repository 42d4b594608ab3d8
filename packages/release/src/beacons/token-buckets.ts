export interface TokenBuckets {
  /** Takes tokens of one caller; false if it has too few left. */
  take: (caller: string, tokens: number, now: number) => boolean
}

/** Token bucket per caller: fills by `perSecond` up to `burst`; remembers at most `maxCallers`, in memory only. */
export function createTokenBuckets(perSecond: number, burst: number, maxCallers = 10_000): TokenBuckets {
  // Insertion order is the order of the last take.
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(caller, tokens, now) {
      const { tokens: left, at } = buckets.get(caller) ?? { tokens: burst, at: now }
      const filled = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond)
      const isEnough = filled >= tokens
      buckets.delete(caller)
      buckets.set(caller, { tokens: isEnough ? filled - tokens : filled, at: now })
      const [longest] = buckets.keys()
      if (buckets.size > maxCallers && longest !== undefined) buckets.delete(longest)
      return isEnough
    },
  }
}
