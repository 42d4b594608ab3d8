import { defaultPageSize } from '@helioport/contract'
import type { PageAsk, Position } from './page-end.ts'

export interface PageQuery {
  page?: number
  pageSize?: number
  /** As http/position.ts has opened it. */
  near?: string
}

/** One page of a list, and where it lies where its neighbours can be read from it. */
export interface Listed<T> {
  data: T[]
  total: number
  position?: Position | undefined
}

/** No list has so many pages; the bound keeps the offset within the database's number range. */
const maxPage = 1_000_000

export function windowOf({ page = 1, pageSize = defaultPageSize, near }: PageQuery): PageAsk {
  const offset = (Math.min(page, maxPage) - 1) * pageSize
  return { limit: pageSize, offset, ...(near !== undefined && { near: JSON.parse(near) as Position }) }
}

/** One page of a list that is computed as a whole, because computed values filter or sort it. */
export function pageOf<T>(all: readonly T[], query: PageQuery): { data: T[]; total: number } {
  const { limit, offset } = windowOf(query)
  return { data: all.slice(offset, offset + limit), total: all.length }
}
