import type { DeviceStatus } from '@helioport/contract'
import type { Endpoints, QueryOf } from '@helioport/contract/endpoints'

export type StationSort = NonNullable<QueryOf<Endpoints['GET /stations']>['sort']>

/** In the order in which they are offered; the first is the default and stays out of the URL. */
export const stationSorts = [
  'sortNumber',
  'name',
  'powerW',
  'energyTodayKwh',
  'specificYieldToday',
] as const satisfies readonly StationSort[]

const statuses = ['normal', 'abnormal', 'standby', 'offline'] as const satisfies readonly DeviceStatus[]

/** What the URL's query says of the list. */
export interface ListQuery {
  search: string
  status: DeviceStatus | 'all'
  sort: StationSort
  page: number
}

export const defaultListQuery: ListQuery = { search: '', status: 'all', sort: 'sortNumber', page: 1 }

const maxSearchLength = 80

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find(value => value === text)

/** Reads the query; whatever it cannot mean falls back to the default. */
export function readListQuery(params: URLSearchParams): ListQuery {
  const page = Number(params.get('page'))
  return {
    search: (params.get('search') ?? '').slice(0, maxSearchLength),
    status: oneOf(statuses, params.get('status')) ?? 'all',
    sort: oneOf(stationSorts, params.get('sort')) ?? 'sortNumber',
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  }
}

/** Writes the query; defaults stay out of it, and foreign keys stay in. */
export function writeListQuery(query: ListQuery, before: URLSearchParams = new URLSearchParams()): URLSearchParams {
  const params = new URLSearchParams(before)
  const put = (key: keyof ListQuery, value: string) => {
    if (value === String(defaultListQuery[key])) params.delete(key)
    else params.set(key, value)
  }
  put('search', query.search)
  put('status', query.status)
  put('sort', query.sort)
  put('page', String(query.page))
  return params
}

/** A change of what is shown starts at the first page again. */
export function changeListQuery(query: ListQuery, change: Partial<ListQuery>): ListQuery {
  return { ...query, page: 1, ...change }
}

/** The same as arguments of `GET /stations`. */
export function endpointQuery(query: ListQuery, pageSize: number): QueryOf<Endpoints['GET /stations']> {
  const search = query.search.trim()
  return {
    page: query.page,
    pageSize,
    sort: query.sort,
    ...(search === '' ? {} : { search }),
    ...(query.status === 'all' ? {} : { status: query.status }),
  }
}
