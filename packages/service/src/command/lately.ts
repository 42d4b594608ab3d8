/**
 * Remembers the `most` results that were asked for last, by key; concurrent callers share one computation. A failed one
 * is forgotten.
 */
export function lately<T>(most: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (key, make) => {
    const result = known.get(key) ?? make()
    // Moves the entry to the end: the least recently used one is evicted first.
    known.delete(key)
    known.set(key, result)
    result.catch(() => known.delete(key))
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return result
  }
}
