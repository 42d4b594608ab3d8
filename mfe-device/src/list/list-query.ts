import type { Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { deviceSorts } from '@helioport/contract'
import { type UrlStateOf, urlChoice, urlMatch, urlPageSize, urlPage, urlText } from '@helioport/ui'

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** URL state of the device list. */
export const listFields = {
  status: urlChoice(['all', 'normal', 'abnormal', 'standby', 'offline']),
  search: urlText(80),
  station: urlMatch(idPattern),
  /** Empty: by station and place in it. */
  sort: urlChoice(['', ...deviceSorts]),
  order: urlChoice(['asc', 'desc']),
  page: urlPage,
  size: urlPageSize,
}

export type ListState = UrlStateOf<typeof listFields>

/** The same state as a query of `GET /devices`. */
export function endpointQuery({
  status,
  search,
  station,
  sort,
  order,
  page,
  size,
}: ListState): QueryOf<Endpoints['GET /devices']> {
  const wanted = search.trim()
  return {
    page,
    pageSize: size,
    ...(wanted === '' ? {} : { search: wanted }),
    ...(status === 'all' ? {} : { status }),
    ...(station === '' ? {} : { stationId: station }),
    ...(sort === '' ? {} : { sort, order }),
  }
}

export const isFiltered = ({ status, search, station }: ListState): boolean =>
  status !== 'all' || search.trim() !== '' || station !== ''
