import { defaultPageSize } from '@helioport/contract'

export interface PageQuery {
  page?: number
  pageSize?: number
}

/** Nothing has so many pages; a greater number would be none to the database. */
const maxPage = 1_000_000

export function windowOf({ page = 1, pageSize = defaultPageSize }: PageQuery): { limit: number; offset: number } {
  return { limit: pageSize, offset: (Math.min(page, maxPage) - 1) * pageSize }
}

/** One page of a list that had to be computed as a whole, because it is filtered or sorted by computed values. */
export function pageOf<T>(all: readonly T[], query: PageQuery): { data: T[]; total: number } {
  const { limit, offset } = windowOf(query)
  return { data: all.slice(offset, offset + limit), total: all.length }
}
