import { defaultPageSize, type DeviceStatus } from '@helioport/contract'
import type { Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { urlChoice, urlNumber, urlPage, type UrlStateOf, urlText } from '@helioport/ui'

export type StationSort = NonNullable<QueryOf<Endpoints['GET /stations']>['sort']>
type StatusFilter = DeviceStatus | 'all'

/** In the order in which they are offered; the first is the default and stays out of the URL. */
export const stationSorts = [
  'sortNumber',
  'name',
  'powerW',
  'energyTodayKwh',
  'specificYieldToday',
] as const satisfies readonly StationSort[]

export const statusFilters = [
  'all',
  'normal',
  'abnormal',
  'standby',
  'offline',
] as const satisfies readonly StatusFilter[]

/** A table for comparing, or cards for looking. */
export const listLayouts = ['table', 'cards'] as const

const maxSearchLength = 80

/** What the URL's query says of the list. */
export const listFields = {
  search: urlText(maxSearchLength),
  status: urlChoice(statusFilters),
  sort: urlChoice(stationSorts),
  layout: urlChoice(listLayouts),
  size: urlNumber([defaultPageSize, 20, 50, 100]),
  page: urlPage,
}

export type ListQuery = UrlStateOf<typeof listFields>

/** The same as arguments of `GET /stations`. */
export function endpointQuery(query: ListQuery): QueryOf<Endpoints['GET /stations']> {
  const search = query.search.trim()
  return {
    page: query.page,
    pageSize: query.size,
    sort: query.sort,
    ...(search === '' ? {} : { search }),
    ...(query.status === 'all' ? {} : { status: query.status }),
  }
}
