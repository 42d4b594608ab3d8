/** How a page is read: from the nearer end of its list. */
export interface PageRead {
  limit: number
  /** Counted from the end at which reading starts. */
  offset: number
  isBackwards: boolean
}

/** Reads the page from the nearer end of a list of `total` rows; null: the page is past the end. */
export function nearerEnd({ limit, offset }: { limit: number; offset: number }, total: number): PageRead | null {
  if (offset >= total) return null
  const behind = Math.max(0, total - offset - limit)
  if (behind >= offset) return { limit, offset, isBackwards: false }
  return { limit: Math.min(limit, total - offset), offset: behind, isBackwards: true }
}

/** Reverses an SQL order; its expressions must not contain commas. */
export const backwards = (order: string): string => order.split(', ').map(turned).join(', ')

function turned(key: string): string {
  const [, column = key, direction, nulls] = /^(.*?)(?: (asc|desc))?(?: nulls (first|last))?$/.exec(key) ?? []
  const isDown = direction === 'desc'
  const areFirst = nulls === undefined ? isDown : nulls === 'first'
  return `${column} ${isDown ? 'asc' : 'desc'} nulls ${areFirst ? 'last' : 'first'}`
}
