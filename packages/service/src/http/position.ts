import type { EndpointName } from '@helioport/contract/endpoints'
import type { Position } from '../base/page-end.ts'
import { seal, unseal } from '../base/seal.ts'

/** What moves by itself moves pages, too: so long after they were counted they are counted again. */
const countedForMs = 5 * 60_000
/** Names are of any length: what would be too long for an address is not told. */
const mostSigns = 2000

type Told = Pick<Position, 'offset' | 'rows' | 'first' | 'last' | 'total'> & { countedAt: number }

/** A list: whose it is, what it is narrowed to, and its order. */
interface List {
  key: Buffer
  /** Account, and the stations that it is limited to here. */
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
    // Not ours, of another list or of another order: the number of the page tells where it lies.
    return null
  }
}

/** Opens `near` of a query in its place, and takes away what is none of this list. */
export function openPosition(list: List): Told | null {
  const told = opened(list)
  if (told) list.query['near'] = JSON.stringify(told)
  else delete list.query['near']
  return told
}

/** Where a page lies, as its reader is told; `near`: from where it was read. */
export function tellPosition(list: List, position: Position | undefined, near: Told | null): string | undefined {
  if (!position) return undefined
  const { isCounted, ...rest } = position
  const told: Told = { ...rest, countedAt: isCounted || !near ? list.now : near.countedAt }
  const sealed = seal(list.key, contextOf(list), JSON.stringify(told)).toString('base64url')
  return sealed.length > mostSigns ? undefined : sealed
}
