/** A page, and whether it is read from the end of its list, where that is nearer. */
export interface PageRead {
  limit: number
  /** From where it is read. */
  offset: number
  isBackwards: boolean
}

/** From the nearer end of a list of so many; null: it lies behind the last of them. */
export function nearerEnd({ limit, offset }: { limit: number; offset: number }, total: number): PageRead | null {
  if (offset >= total) return null
  const behind = Math.max(0, total - offset - limit)
  if (behind >= offset) return { limit, offset, isBackwards: false }
  return { limit: Math.min(limit, total - offset), offset: behind, isBackwards: true }
}

/** An order as SQL, backwards; what stands in it has no commas of its own. */
export const backwards = (order: string): string => order.split(', ').map(turned).join(', ')

function turned(key: string): string {
  const [, column = key, direction, nulls] = /^(.*?)(?: (asc|desc))?(?: nulls (first|last))?$/.exec(key) ?? []
  const isDown = direction === 'desc'
  const areFirst = nulls === undefined ? isDown : nulls === 'first'
  return `${column} ${isDown ? 'asc' : 'desc'} nulls ${areFirst ? 'last' : 'first'}`
}
