import { settingKinds } from '@helioport/contract'
import type { Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { urlChoice, type UrlStateOf, urlMatch, urlPageSize, urlPage } from '@helioport/ui'
import { readinessFilters } from './readiness.ts'

/** URL state of the page. */
export const choiceFields = {
  /** Kind of setting; scans have their own page. */
  setting: urlChoice(settingKinds),
  station: urlMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  show: urlChoice(readinessFilters),
  page: urlPage,
  size: urlPageSize,
}

export type ChoiceState = UrlStateOf<typeof choiceFields>

/** Query of `GET /remote-settings/devices`. */
export function endpointQuery({ station }: ChoiceState): QueryOf<Endpoints['GET /remote-settings/devices']> {
  return station === '' ? {} : { stationId: station }
}

/** One page of the filtered rows; a page beyond the end is the last one. */
export function pageOf<T>(rows: readonly T[], { page, size }: Pick<ChoiceState, 'page' | 'size'>) {
  const last = Math.max(1, Math.ceil(rows.length / size))
  const number = Math.min(page, last)
  return { number, rows: rows.slice((number - 1) * size, number * size) }
}
