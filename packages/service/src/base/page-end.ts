/** What a list is sorted by, of one of its rows, as the database writes it; null: it is not known. */
export type Edge = readonly (string | null)[]

/** Where a page lay in its list: its neighbours are read from there. */
export interface Position {
  /** Rows of the list before it, as they were counted. */
  offset: number
  rows: number
  /** Of its first and of its last row. */
  first: Edge
  last: Edge
  /** Its place was counted from an end of the list, not from another position. */
  isCounted: boolean
  /** Rows of the list, where counting them again would cost more than the page. */
  total?: number
}

/** A page by its number, and another one of the list that is known. */
export interface PageAsk {
  limit: number
  offset: number
  near?: Position
}

/** How a page is read: from the nearer end of its list, or from a row of it. */
export interface PageRead {
  limit: number
  /** Counted from the end at which reading starts. */
  offset: number
  isBackwards: boolean
  /** A row of the list from which it is read in place of an end; `isIncluded`: that row is the first one. */
  from?: { edge: Edge; isIncluded: boolean }
}

/** Reads the page from the nearer end of a list of `total` rows; null: the page is past the end. */
export function nearerEnd({ limit, offset }: PageAsk, total: number): PageRead | null {
  if (offset >= total) return null
  const behind = Math.max(0, total - offset - limit)
  if (behind >= offset) return { limit, offset, isBackwards: false }
  return { limit: Math.min(limit, total - offset), offset: behind, isBackwards: true }
}

/** From an end or from the position that the asker has, whichever is nearest. */
export function nearest(page: PageAsk, total: number): PageRead | null {
  const read = nearerEnd(page, total)
  const close = page.near && read && fromPosition(page, page.near, total)
  return close && close.offset < read.offset ? close : read
}

function fromPosition({ limit, offset }: PageAsk, near: Position, total: number): PageRead | null {
  const shown = Math.min(limit, total - offset)
  const [behind, before] = [offset - near.offset - near.rows, near.offset - offset - shown]
  if (behind >= 0)
    return { limit: shown, offset: behind, isBackwards: false, from: { edge: near.last, isIncluded: false } }
  if (before >= 0)
    return { limit: shown, offset: before, isBackwards: true, from: { edge: near.first, isIncluded: false } }
  // The same page, or one that begins in it.
  const within = offset - near.offset
  if (within < 0) return null
  return { limit: shown, offset: within, isBackwards: false, from: { edge: near.first, isIncluded: true } }
}

/** A page that is read by `rowsFrom`, and where it lies in a list of several. Where rows were lost or moved since the position was told, it is counted from an end. */
export async function readPage<R extends { edge: Edge }>(
  page: PageAsk,
  total: number,
  rowsFrom: (read: PageRead) => Promise<R[]>,
): Promise<{ rows: R[]; total: number; position?: Position }> {
  const [read, counted] = [nearest(page, total), nearerEnd(page, total)]
  if (!read || !counted) return { rows: [], total }
  let isCounted = read.from === undefined
  let rows = await rowsFrom(read)
  if (!isCounted && rows.length < read.limit) {
    isCounted = true
    rows = await rowsFrom(counted)
  }
  return { rows, total, ...(total > page.limit && told(page, rows, isCounted)) }
}

/** Where a page that was read lies; of none there is nothing to tell. */
export function told(page: PageAsk, rows: readonly { edge: Edge }[], isCounted: boolean): { position?: Position } {
  const [first, last] = [rows[0]?.edge, rows.at(-1)?.edge]
  if (!first || !last) return {}
  return { position: { offset: page.offset, rows: rows.length, first, last, isCounted } }
}

/** Reverses an SQL order; its expressions must not contain commas. */
export const backwards = (order: string): string => order.split(', ').map(turned).join(', ')

/** One column of an order: which way it goes, and where it has what is not known. */
export function keyOf(key: string): { column: string; isDown: boolean; areNullsFirst: boolean } {
  const [, column = key, direction, nulls] = /^(.*?)(?: (asc|desc))?(?: nulls (first|last))?$/.exec(key) ?? []
  const isDown = direction === 'desc'
  return { column, isDown, areNullsFirst: nulls === undefined ? isDown : nulls === 'first' }
}

function turned(key: string): string {
  const { column, isDown, areNullsFirst } = keyOf(key)
  return `${column} ${isDown ? 'asc' : 'desc'} nulls ${areNullsFirst ? 'last' : 'first'}`
}
