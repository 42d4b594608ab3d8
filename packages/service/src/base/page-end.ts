/** The sort values of one row, as text from the database; null: unknown. */
export type Edge = readonly (string | null)[]

/** Where a page lies in its list; neighbouring pages are read from there. */
export interface Position {
  /** Number of rows before the page. */
  offset: number
  rows: number
  /** Sort values of its first and of its last row. */
  first: Edge
  last: Edge
  /** Whether the offset was counted from an end of the list, not from another position. */
  isCounted: boolean
  /** Number of rows of the list; set if counting them again would cost more than reading the page. */
  total?: number
}

/** A requested page, and the position of a page that the caller has read before. */
export interface PageAsk {
  limit: number
  offset: number
  near?: Position
}

/** How a page is read: from an end of its list, or from one of its rows. */
export interface PageRead {
  limit: number
  /** Rows to skip from where reading starts. */
  offset: number
  isBackwards: boolean
  /** The row at which reading starts; absent: at an end. `isIncluded`: this row belongs to what is read. */
  from?: { edge: Edge; isIncluded: boolean }
}

/** Reads the page from the nearer end of a list of `total` rows; null: the page is past the end. */
export function nearerEnd({ limit, offset }: PageAsk, total: number): PageRead | null {
  if (offset >= total) return null
  const behind = Math.max(0, total - offset - limit)
  if (behind >= offset) return { limit, offset, isBackwards: false }
  return { limit: Math.min(limit, total - offset), offset: behind, isBackwards: true }
}

/** Reads the page from the nearer end or from the caller's position, whichever skips fewest rows. */
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

/**
 * Reads a page with `rowsFrom`; returns its position if the list has several pages. If fewer rows come than expected, rows
 * were deleted or moved since the caller's position was made: the page is read again from an end.
 */
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
  return { rows, total, ...(total > page.limit && positionOf(page, rows, isCounted)) }
}

/** The position of a page that was read; none for an empty page. */
export function positionOf(
  page: PageAsk,
  rows: readonly { edge: Edge }[],
  isCounted: boolean,
): { position?: Position } {
  const [first, last] = [rows[0]?.edge, rows.at(-1)?.edge]
  if (!first || !last) return {}
  return { position: { offset: page.offset, rows: rows.length, first, last, isCounted } }
}

/** Reverses an SQL order; its expressions must not contain commas. */
export const backwards = (order: string): string => order.split(', ').map(turned).join(', ')

/** One column of an SQL order: its direction, and whether null values come first. */
export function keyOf(key: string): { column: string; isDown: boolean; areNullsFirst: boolean } {
  const [, column = key, direction, nulls] = /^(.*?)(?: (asc|desc))?(?: nulls (first|last))?$/.exec(key) ?? []
  const isDown = direction === 'desc'
  return { column, isDown, areNullsFirst: nulls === undefined ? isDown : nulls === 'first' }
}

function turned(key: string): string {
  const { column, isDown, areNullsFirst } = keyOf(key)
  return `${column} ${isDown ? 'asc' : 'desc'} nulls ${areNullsFirst ? 'last' : 'first'}`
}
