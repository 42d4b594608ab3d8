import { maxPageSize } from '@helioport/contract'
import type { Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { urlChoice, type UrlStateOf, urlMatch, urlPage } from '@helioport/ui'
import { readinessFilters } from './readiness.ts'

/** What the URL's query says of the page. */
export const settingFields = {
  station: urlMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  show: urlChoice(readinessFilters),
  page: urlPage,
}

export type SettingState = UrlStateOf<typeof settingFields>

/** The same as the query of `GET /remote-settings/devices`. Pages are as long as they may be, so that counts are whole. */
export function endpointQuery({ station, page }: SettingState): QueryOf<Endpoints['GET /remote-settings/devices']> {
  return { page, pageSize: maxPageSize, ...(station === '' ? {} : { stationId: station }) }
}
