import { type AlarmCode, alarmCodes, defaultPageSize } from '@helioport/contract'
import { addDays, iso, localDay } from '@helioport/time'
import { urlChoice, urlNumber, urlPage, type UrlStateOf } from '@helioport/ui'
import { filterFields, noFilters } from '../record/filter-fields.ts'

/** URL state of the history. */
export const historyFields = {
  ...filterFields,
  code: urlChoice(['all', ...alarmCodes]),
  order: urlChoice(['desc', 'asc']),
  only: urlChoice(['all', 'alarms']),
  page: urlPage,
  size: urlNumber([50, defaultPageSize, 20, 100]),
}

export type HistoryState = UrlStateOf<typeof historyFields>

export const withoutFilters = { ...noFilters, code: 'all', only: 'all' } as const

/** Without device and person: one device is always chosen, and frames have no person. */
const narrowing = ['station', 'from', 'to', 'search', 'code', 'only'] as const

export const isFiltered = (state: HistoryState): boolean =>
  narrowing.some((name) => state[name] !== withoutFilters[name])

/** Maximum number of days per request. */
const mostDays = 92

/**
 * First and last shown day of the plant; default: today. Days taken over from another record may exceed the maximum:
 * then the last of them are shown.
 */
export function shownDays(
  { from, to }: Pick<HistoryState, 'from' | 'to'>,
  today: string,
): { from: string; to: string } {
  const last = to !== '' && to < today ? to : today
  const first = from === '' || from > last ? last : from
  const earliest = addDays(last, 1 - mostDays)
  return { from: first < earliest ? earliest : first, to: last }
}

/** Codes that match both the chosen code and the text. Undefined: no filter. */
export function codesOf(
  { code, search }: Pick<HistoryState, 'code' | 'search'>,
  nameOf: (code: AlarmCode) => string,
): readonly AlarmCode[] | undefined {
  const wanted = search.trim().toLowerCase()
  if (code === 'all' && wanted === '') return undefined
  return alarmCodes.filter(
    (each) => (code === 'all' || each === code) && `${each} ${nameOf(each)}`.toLowerCase().includes(wanted),
  )
}

/** The filters in the endpoint's form. */
export function endpointFilters(
  state: HistoryState,
  days: { from: string; to: string },
  timeZone: string,
  codes: readonly AlarmCode[] | undefined,
) {
  return {
    from: iso(localDay(days.from, timeZone).from),
    to: iso(localDay(days.to, timeZone).to),
    order: state.order,
    ...(state.only === 'alarms' && { alarmsOnly: true }),
    ...(codes && { codes: codes.join(',') }),
  }
}
