import type { EndpointName } from '@helioport/contract/endpoints'
import type { Position } from '../base/page-end.ts'
import { seal, unseal } from '../base/seal.ts'

/** Live values move rows between pages: after this time an offset is counted from an end again. */
const countedForMs = 5 * 60_000
/** Longest sealed position; a longer one (names have any length) would not fit into an address and is left out. */
const mostSigns = 2000

type Told = Pick<Position, 'offset' | 'rows' | 'first' | 'last' | 'total'> & { countedAt: number }

/** A list as it was requested; a position is valid only for the same reader, filters and order. */
interface List {
  key: Buffer
  /** The reader: the account, and the stations to which the request is limited. */
  whose: unknown
  name: EndpointName
  params: unknown
  query: Record<string, unknown>
  now: number
}

function contextOf({ whose, name, params, query }: List): string {
  const { page: _page, pageSize: _size, near: _near, ...narrowed } = query
  const inOrder = Object.entries(narrowed).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([whose, name, params, inOrder])
}

function opened(list: List): Told | null {
  const { near } = list.query
  if (typeof near !== 'string') return null
  try {
    const told = JSON.parse(unseal(list.key, contextOf(list), Buffer.from(near, 'base64url'))) as Told
    return list.now - told.countedAt < countedForMs ? told : null
  } catch {
    // Forged, or of another list or order: the page is found by its number.
    return null
  }
}

/** Replaces the sealed `near` of a query by its content; removes it if it is not valid for this list. */
export function openPosition(list: List): Told | null {
  const told = opened(list)
  if (told) list.query['near'] = JSON.stringify(told)
  else delete list.query['near']
  return told
}

/** Seals the position of a page for its reader; `near`: the position from which it was read. */
export function tellPosition(list: List, position: Position | undefined, near: Told | null): string | undefined {
  if (!position) return undefined
  const { isCounted, ...rest } = position
  const told: Told = { ...rest, countedAt: isCounted || !near ? list.now : near.countedAt }
  const sealed = seal(list.key, contextOf(list), JSON.stringify(told)).toString('base64url')
  return sealed.length > mostSigns ? undefined : sealed
}
