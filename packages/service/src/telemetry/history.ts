import { alarmsIn, type DeviceHistoryRow } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { findDevices } from '../inventory/queries/device.ts'
import { findHistory, type HistoryRow } from './queries/history.ts'
import type { Service } from '../base/service.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'

export interface HistoryQuery extends PageQuery {
  from: string
  to: string
  alarmsOnly?: boolean
}

/** A page reads raw rows of one day; the longest has 25 hours. */
const maxPageMs = 25 * 3_600_000

/**
 * Frames of a device as it sent them, oldest first.
 * @throws Problem notFound, period.tooLong
 */
export async function listHistory(service: Service, accountId: string, deviceId: string, query: HistoryQuery) {
  const [device] = await findDevices(service.db.read, accountId, service.now(), { deviceId })
  if (!device) throw new Problem('notFound')
  const stretch = stretchOf(query, maxPageMs)
  const { rows, total } = await findHistory(
    service.db.read,
    device.no,
    { ...stretch, alarmsOnly: query.alarmsOnly ?? false },
    windowOf(query),
  )
  return { data: rows.map(toHistoryRow), total }
}

/** @throws Problem request.invalid (ends before it begins), period.tooLong */
export function stretchOf(query: { from: string; to: string }, maxMs: number): { from: number; to: number } {
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
