import { defaultPageSize } from '@helioport/contract'
import { onReadsForgotten } from './forget-reads.ts'

type Values = Record<string, unknown>

/** So many lists, and of each so many pages, are remembered: those of the last. */
const [mostLists, mostPages] = [20, 8]

/** What pages of long lists told of where they lie, by the rows before them: a page beside one is read from there. */
const positions = new Map<string, Map<number, string>>()
onReadsForgotten(() => positions.clear())

function listOf(name: string, { params, query = {} }: { params?: unknown; query?: Values }) {
  const { page = 1, pageSize = defaultPageSize, ...narrowed } = query
  return { list: JSON.stringify([name, params, narrowed]), before: (Number(page) - 1) * Number(pageSize) }
}

/** Puts what is the newest last, and lets the oldest go. */
function keep<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}

/** What the reply of a page tells of where it lies. */
export function keepPosition(name: string, args: { params?: unknown; query?: unknown }, reply: unknown): void {
  const { position } = (typeof reply === 'object' && reply !== null ? reply : {}) as { position?: unknown }
  if (typeof position !== 'string') return
  const { list, before } = listOf(name, args as { query?: Values })
  const pages = positions.get(list) ?? new Map<number, string>()
  keep(pages, before, position, mostPages)
  keep(positions, list, pages, mostLists)
}

/** Of the pages of a list that told where they lie the one nearest to this one; none for the first page, which needs none. */
export function nearestPosition(name: string, args: { params?: unknown; query?: unknown }): string | undefined {
  const { list, before } = listOf(name, args as { query?: Values })
  if (before === 0) return undefined
  const away = ([other]: [number, string]) => Math.abs(other - before)
  return [...(positions.get(list) ?? [])].toSorted((a, b) => away(a) - away(b))[0]?.[1]
}

/** A service that knows nothing of positions told none of its own. */
export function forgetPositions(): void {
  positions.clear()
}
