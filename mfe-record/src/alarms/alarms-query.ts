import { type AlarmCode, knownAlarmCodes, lowLightAlarms } from '@helioport/contract'
import type { Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { viewerTimeZone } from '@helioport/time'
import { urlChoice, type UrlStateOf, urlMatch, urlPageSize, urlPage } from '@helioport/ui'
import { filterFields, idPattern, noFilters, spanOf } from '../record/filter-fields.ts'

/** URL state of the alarm list, which opens on alarms that need care; `alarm` is the one whose details are open. */
export const alarmFields = {
  state: urlChoice(['open', 'all', 'closed']),
  /** Alarms caused by low light: most episodes, but they need no care. */
  light: urlChoice(['without', 'with', 'only']),
  class: urlChoice(['all', 'fault', 'notice']),
  code: urlChoice(['all', ...knownAlarmCodes]),
  care: urlChoice(['all', 'unseen', 'mine', 'nobody', 'seen']),
  ...filterFields,
  alarm: urlMatch(idPattern),
  page: urlPage,
  size: urlPageSize,
}

export type AlarmState = UrlStateOf<typeof alarmFields>

type AlarmQuery = QueryOf<Endpoints['GET /alarms']>

/** Source of the alarms: a station, a device, or all. */
export function placeQuery({ station, device }: AlarmState): AlarmQuery {
  return { ...(station === '' ? {} : { stationId: station }), ...(device === '' ? {} : { deviceId: device }) }
}

const careQuery: Record<AlarmState['care'], AlarmQuery> = {
  all: {},
  unseen: { acknowledged: false },
  seen: { acknowledged: true },
  mine: { assigned: 'me' },
  nobody: { assigned: 'nobody' },
}

const lightQuery: Record<AlarmState['light'], AlarmQuery> = {
  without: { lowLight: false },
  with: {},
  only: { lowLight: true },
}

/** The same state as a query of `GET /alarms`. */
export function endpointQuery(alarms: AlarmState): AlarmQuery {
  return {
    ...placeQuery(alarms),
    page: alarms.page,
    pageSize: alarms.size,
    ...(alarms.state === 'all' ? {} : { state: alarms.state }),
    ...(alarms.class === 'all' ? {} : { class: alarms.class }),
    ...(alarms.code === 'all' ? {} : { code: alarms.code }),
    ...(alarms.person === '' ? {} : { userName: alarms.person }),
    ...(alarms.search === '' ? {} : { search: alarms.search }),
    ...spanOf(alarms, viewerTimeZone()),
    ...careQuery[alarms.care],
    // A low-light code that was chosen is shown in any case.
    ...(lowLightAlarms.has(alarms.code as AlarmCode) ? {} : lightQuery[alarms.light]),
  }
}

/** Initial state: all open alarms except those caused by low light. */
export const withoutFilters = {
  state: 'open',
  light: 'without',
  class: 'all',
  code: 'all',
  care: 'all',
  ...noFilters,
} as const

/** All recorded alarms. */
export const everything = { ...withoutFilters, state: 'all', light: 'with' } as const

export const isFiltered = (alarms: AlarmState): boolean =>
  Object.entries(withoutFilters).some(([name, value]) => alarms[name as keyof typeof withoutFilters] !== value)
