import { defaultPageSize } from '@helioport/contract'

export interface PageQuery {
  page?: number
  pageSize?: number
}

/** No list has so many pages; the bound keeps the offset within the database's number range. */
const maxPage = 1_000_000

export function windowOf({ page = 1, pageSize = defaultPageSize }: PageQuery): { limit: number; offset: number } {
  return { limit: pageSize, offset: (Math.min(page, maxPage) - 1) * pageSize }
}

/** One page of a list that is computed as a whole, because computed values filter or sort it. */
export function pageOf<T>(all: readonly T[], query: PageQuery): { data: T[]; total: number } {
  const { limit, offset } = windowOf(query)
  return { data: all.slice(offset, offset + limit), total: all.length }
}
