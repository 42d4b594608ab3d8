import { maxPageSize, settingKinds } from '@helioport/contract'
import type { Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { urlChoice, type UrlStateOf, urlMatch, urlPageSize, urlPage } from '@helioport/ui'
import { readinessFilters } from './readiness.ts'

/** What the URL's query says of the page. */
export const choiceFields = {
  /** What is to be set; a scan has a page of its own. */
  setting: urlChoice(settingKinds),
  station: urlMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  show: urlChoice(readinessFilters),
  page: urlPage,
  size: urlPageSize,
}

export type ChoiceState = UrlStateOf<typeof choiceFields>

/** The query of `GET /remote-settings/devices`: as many devices as may be, so that counts and filter are whole. */
export function endpointQuery({ station }: ChoiceState): QueryOf<Endpoints['GET /remote-settings/devices']> {
  return { pageSize: maxPageSize, ...(station === '' ? {} : { stationId: station }) }
}

/** One page of what the filter leaves; a page beyond the last one is the last. */
export function pageOf<T>(rows: readonly T[], { page, size }: Pick<ChoiceState, 'page' | 'size'>) {
  const last = Math.max(1, Math.ceil(rows.length / size))
  const number = Math.min(page, last)
  return { number, rows: rows.slice((number - 1) * size, number * size) }
}
