import { iso, localDay } from '@helioport/time'
import { urlMatch, type UrlStateOf, urlText } from '@helioport/ui'
import { urlDay } from '@helioport/ui/date'

export const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Filters of every record, with the same names in each URL. */
export const filterFields = {
  station: urlMatch(idPattern),
  device: urlMatch(idPattern),
  /** Part of a user name. */
  person: urlText(80),
  /** First and last day, in the viewer's zone. */
  from: urlDay,
  to: urlDay,
  search: urlText(80),
}

export type FilterState = UrlStateOf<typeof filterFields>
export type FilterName = keyof FilterState

export const noFilters: FilterState = { station: '', device: '', person: '', from: '', to: '', search: '' }

/** The days as instants, as the endpoints expect; `to` is the end of its day. */
export function spanOf({ from, to }: Pick<FilterState, 'from' | 'to'>, timeZone: string) {
  return {
    ...(from !== '' && { from: iso(localDay(from, timeZone).from) }),
    ...(to !== '' && { to: iso(localDay(to, timeZone).to) }),
  }
}

/** Query of another record with the same place, person, time and code; '' where none is set. */
export function sharedQuery(params: URLSearchParams): string {
  const shared = new URLSearchParams()
  for (const name of [...Object.keys(filterFields), 'code']) {
    const value = params.get(name)
    if (value) shared.set(name, value)
  }
  return shared.size === 0 ? '' : `?${shared}`
}
