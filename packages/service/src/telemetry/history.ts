import {
  type AlarmCode,
  alarmsIn,
  type DeviceHistoryRow,
  type HistoryParameter,
  maxHistoryDays,
} from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { findDevices } from '../inventory/queries/device.ts'
import { findHistory, type HistoryFilter, type HistoryRow } from './queries/history.ts'
import type { Service } from '../base/service.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'

/** Filters of frames in a request's query. */
interface HistoryFilters {
  from: string
  to: string
  alarmsOnly?: boolean
  /** `E1,A3` */
  codes?: string
  parameter?: HistoryParameter
  least?: number
  most?: number
  order?: 'asc' | 'desc'
}

/** A device's frames of a stretch are stored together: every page costs the same, a filter reads the stretch once. */
const maxPageMs = maxHistoryDays * 24 * 3_600_000

/** @throws Problem request.invalid, period.tooLong */
export function historyFilterOf(query: HistoryFilters, maxMs: number): HistoryFilter {
  const { alarmsOnly = false, codes, parameter, least, most, order = 'asc' } = query
  return {
    ...stretchOf(query, maxMs),
    alarmsOnly,
    order,
    ...(codes !== undefined && { codes: codes.split(',') as AlarmCode[] }),
    ...(parameter !== undefined && { parameter, least: least ?? null, most: most ?? null }),
  }
}

/**
 * Frames of a device as sent.
 * @throws Problem notFound, request.invalid, period.tooLong
 */
export async function listHistory(
  service: Service,
  accountId: string,
  deviceId: string,
  query: HistoryFilters & PageQuery,
) {
  const [device] = await findDevices(service.db.recent, accountId, service.now(), { deviceId })
  if (!device) throw new Problem('notFound')
  const filter = historyFilterOf(query, maxPageMs)
  const { rows, total } = await findHistory(service.db.recent, device.no, filter, windowOf(query))
  return { data: rows.map(toHistoryRow), total }
}

/** @throws Problem request.invalid (ends before it begins), period.tooLong */
function stretchOf(query: { from: string; to: string }, maxMs: number): { from: number; to: number } {
  const stretch = { from: Date.parse(query.from), to: Date.parse(query.to) }
  if (!(stretch.to > stretch.from)) {
    throw new Problem('request.invalid', { issues: [{ path: '/to', message: 'lies after from' }] })
  }
  if (stretch.to - stretch.from > maxMs) throw new Problem('period.tooLong')
  return stretch
}

export function toHistoryRow(row: HistoryRow): DeviceHistoryRow {
  return {
    at: iso(row.at),
    delayS: row.delay_s,
    mode: row.mode,
    errorWord: row.error_word,
    codes: alarmsIn(row.error_word),
    ...row.values,
  }
}
