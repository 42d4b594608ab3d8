import { defaultPageSize } from '@helioport/contract'
import { onReadsForgotten } from './forget-reads.ts'

type Values = Record<string, unknown>

/** Most lists, and most pages of each, whose positions are remembered; the oldest are dropped. */
const [mostLists, mostPages] = [20, 8]

/** Positions of pages of long lists, by the number of rows before them: a neighbouring page is read from there. */
const positions = new Map<string, Map<number, string>>()
onReadsForgotten(() => positions.clear())

function listOf(name: string, { params, query = {} }: { params?: unknown; query?: Values }) {
  const { page = 1, pageSize = defaultPageSize, ...narrowed } = query
  return { list: JSON.stringify([name, params, narrowed]), before: (Number(page) - 1) * Number(pageSize) }
}

/** Puts the newest entry last and removes the oldest one above `most`. */
function keep<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}

/** Remembers the position in the reply of a page. */
export function keepPosition(name: string, args: { params?: unknown; query?: unknown }, reply: unknown): void {
  const { position } = (typeof reply === 'object' && reply !== null ? reply : {}) as { position?: unknown }
  if (typeof position !== 'string') return
  const { list, before } = listOf(name, args as { query?: Values })
  const pages = positions.get(list) ?? new Map<number, string>()
  keep(pages, before, position, mostPages)
  keep(positions, list, pages, mostLists)
}

/** The remembered position nearest to the requested page; undefined for the first page, which needs none. */
export function nearestPosition(name: string, args: { params?: unknown; query?: unknown }): string | undefined {
  const { list, before } = listOf(name, args as { query?: Values })
  if (before === 0) return undefined
  const away = ([other]: [number, string]) => Math.abs(other - before)
  return [...(positions.get(list) ?? [])].toSorted((a, b) => away(a) - away(b))[0]?.[1]
}

/** For a service that does not know positions: the remembered ones came from another version. */
export function forgetPositions(): void {
  positions.clear()
}
