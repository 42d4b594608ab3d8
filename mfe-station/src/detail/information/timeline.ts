import { addDays } from '@helioport/time'

export interface Span<T> {
  item: T
  /** Last day; null: until the next one begins. */
  until: string | null
  when: 'over' | 'now' | 'later'
}

/** Dated items, newest first, each with its last day. Before the first item's day the first item is valid. */
export function spansOf<T extends { from: string }>(items: readonly T[], today: string): Span<T>[] {
  const sorted = items.toSorted((a, b) => a.from.localeCompare(b.from))
  const spans = sorted.map((item, at): Span<T> => {
    const next = sorted[at + 1]
    const isLater = item.from > today && at > 0
    const isOver = next !== undefined && next.from <= today
    return { item, until: next ? addDays(next.from, -1) : null, when: isOver ? 'over' : isLater ? 'later' : 'now' }
  })
  return spans.toReversed()
}
