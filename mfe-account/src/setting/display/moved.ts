/** The list with the entry at `from` moved to `to`, limited to the list. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const place = Math.max(0, Math.min(items.length - 1, to))
  const item = items[from]
  if (item === undefined || place === from) return items
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, place), item, ...others.slice(place)]
}

/** Target index of a key for the entry at `from`; undefined: not a moving key. */
export function placeByKey(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowUp') return from - 1
  if (key === 'ArrowDown') return from + 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
