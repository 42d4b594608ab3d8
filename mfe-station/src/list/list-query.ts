import { type DeviceStatus, stationSorts } from '@helioport/contract'
import type { Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { urlChoice, urlPageSize, urlMatch, urlPage, type UrlStateOf, urlText } from '@helioport/ui'

type StatusFilter = DeviceStatus | 'all' | 'attention'

/** `attention`: stations that need a person. */
export const statusFilters = [
  'all',
  'attention',
  'normal',
  'abnormal',
  'standby',
  'offline',
] as const satisfies readonly StatusFilter[]

/** A table for comparison, or cards for an overview. */
export const listLayouts = ['table', 'cards'] as const

const maxSearchLength = 80
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** State of the list in the URL's query. */
export const listFields = {
  search: urlText(maxSearchLength),
  status: urlChoice(statusFilters),
  /** Default: the account's own order. */
  sort: urlChoice(stationSorts),
  /** Empty: the service's default direction. */
  order: urlChoice(['', 'asc', 'desc']),
  /** Id of a group or a tag. */
  tag: urlMatch(idPattern),
  layout: urlChoice(listLayouts),
  size: urlPageSize,
  page: urlPage,
}

export type ListQuery = UrlStateOf<typeof listFields>

/** The query of `GET /stations`. */
export function endpointQuery({
  page,
  size,
  sort,
  order,
  search,
  status,
  tag,
}: ListQuery): QueryOf<Endpoints['GET /stations']> {
  const wanted = search.trim()
  // By default, stations that need a person are ordered by urgency.
  const isSorted = status !== 'attention' || sort !== 'sortNumber'
  return {
    page,
    pageSize: size,
    ...(isSorted && { sort }),
    ...(order !== '' && { order }),
    ...(wanted === '' ? {} : { search: wanted }),
    ...(tag === '' ? {} : { tag }),
    ...(status === 'attention' ? { attention: true } : status === 'all' ? {} : { status }),
  }
}
