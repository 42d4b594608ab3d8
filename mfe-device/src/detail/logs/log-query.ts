import { type AlarmCode, historyColumns, type HistoryColumn, historyParameters } from '@helioport/contract'
import type { Endpoints, QueryOf } from '@helioport/contract/endpoints'
import { iso, localDay, addDays } from '@helioport/time'
import { type UrlField, urlChoice, type UrlStateOf, urlMatch, urlNumber, urlText } from '@helioport/ui'
import { urlDay } from '@helioport/ui/date'

/** Default columns. */
export const usualColumns: readonly HistoryColumn[] = [
  'at',
  'codes',
  'powerW',
  'dcPowerW',
  'powerFactor',
  'frequencyHz',
  'acVoltageV',
  'stringCurrentA',
  'cabinetC',
  'energyTotalKwh',
]

/** Numbers of days shown, up to the chosen day. */
export const spans = [1, 7, 31, 92] as const

const number = urlMatch(/^-?\d{1,9}(\.\d{1,4})?$/)

const columns: UrlField<string> = {
  fallback: usualColumns.join(','),
  read: (text) => columnsOf(text).join(','),
}

/** URL state of the history. */
export const logFields = {
  date: urlDay,
  days: urlNumber(spans),
  show: urlChoice(['all', 'alarms']),
  /** Part of an alarm's code or name. */
  search: urlText(40),
  parameter: urlChoice(['', ...historyParameters]),
  least: number,
  most: number,
  columns,
}

export type LogState = UrlStateOf<typeof logFields>

/** Columns in the table's order, with the time first. */
export function columnsOf(text: string): HistoryColumn[] {
  const named = new Set(text.split(','))
  return historyColumns.filter((column) => column === 'at' || named.has(column))
}

export type LogFilters = Pick<
  QueryOf<Endpoints['GET /devices/:deviceId/history']>,
  'from' | 'to' | 'alarmsOnly' | 'codes' | 'parameter' | 'least' | 'most' | 'order'
>

/** Codes that match the search; undefined: all. */
export function codesFor(search: string, codes: readonly AlarmCode[], nameOf: (code: AlarmCode) => string) {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return undefined
  return codes.filter((code) => `${code} ${nameOf(code)}`.toLowerCase().includes(wanted))
}

/**
 * The filters in the endpoint's form, newest frame first. `date`: the last day, YYYY-MM-DD. `until`: epoch ms; later
 * frames would move the shown rows.
 */
export function filtersOf(
  state: LogState,
  { date, timeZone, until, codes }: { date: string; timeZone: string; until: number; codes?: readonly AlarmCode[] },
): LogFilters {
  const from = localDay(addDays(date, 1 - state.days), timeZone).from
  const to = Math.max(from + 1, Math.min(localDay(date, timeZone).to, until))
  const bound = (text: string) => (text === '' ? undefined : Number(text))
  const [least, most] = [bound(state.least), bound(state.most)]
  return {
    from: iso(from),
    to: iso(to),
    order: 'desc',
    ...(state.show === 'alarms' && { alarmsOnly: true }),
    ...(codes && { codes: codes.join(',') }),
    ...(state.parameter !== '' && {
      parameter: state.parameter,
      ...(least !== undefined && { least }),
      ...(most !== undefined && { most }),
    }),
  }
}
