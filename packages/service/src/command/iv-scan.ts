import type { IvCurve, IvScan, IvScanDetail } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { findIvCurves, findIvScans } from './queries/iv-scan.ts'
import type { Service } from '../base/service.ts'
import { judgeStrings } from './iv-judgement.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'

type ScanRow = Awaited<ReturnType<typeof findIvScans>>['rows'][number]

/** Scans of a device, newest first. */
export async function listIvScans(
  service: Service,
  accountId: string,
  deviceId: string,
  page: PageQuery,
): Promise<{ data: IvScan[]; total: number }> {
  const { rows, total } = await findIvScans(service.db.read, accountId, service.now(), { deviceId }, windowOf(page))
  return { data: rows.map(scanOf), total }
}

/** @throws Problem notFound */
export async function getIvScan(service: Service, accountId: string, ivScanId: string): Promise<IvScanDetail> {
  const found = await findIvScans(service.db.read, accountId, service.now(), { ivScanId }, { limit: 1, offset: 0 })
  const [row] = found.rows
  if (!row) throw new Problem('notFound')
  const rows = await findIvCurves(service.db.read, ivScanId)
  const measured = rows.map(({ voltage_v, current_a }) => ({ voltageV: voltage_v, currentA: current_a }))
  const light = { irradianceWm2: row.irradiance_wm2, moduleC: row.module_c }
  const curves = judgeStrings(measured, light).flatMap((judged, i): IvCurve[] => {
    const [of, curve] = [rows[i], measured[i]]
    return of && curve ? [{ mppt: of.mppt, string: of.string, ...curve, ...judged }] : []
  })
  return { ...scanOf(row), curves }
}

function scanOf(row: ScanRow): IvScan {
  return {
    id: row.id,
    commandId: row.command_id,
    deviceId: row.device_id,
    deviceName: row.device_name,
    deviceSerial: row.device_serial,
    memberId: row.member_id,
    stationId: row.station_id,
    stationName: row.station_name,
    timeZone: row.time_zone,
    scannedAt: iso(row.scanned_at),
    irradianceWm2: row.irradiance_wm2,
    moduleC: row.module_c,
    stringCount: row.string_count ?? 0,
  }
}

export const ivCurveColumns = [
  'mppt',
  'string',
  'point',
  'voltage_v',
  'current_a',
  'stc_voltage_v',
  'stc_current_a',
] as const

/** One row per point, in the order of `ivCurveColumns`; empty texts where there is no value at STC. */
export function* ivCurveRows({ curves }: Pick<IvScanDetail, 'curves'>): Generator<(number | string)[]> {
  for (const { mppt, string, voltageV, currentA, stc } of curves) {
    const places = new Map(stc?.samples.map((sample, place) => [sample, place]))
    for (const [i, voltage] of voltageV.entries()) {
      const place = places.get(i) ?? -1
      yield [mppt, string, i + 1, voltage, currentA[i] ?? '', stc?.voltageV[place] ?? '', stc?.currentA[place] ?? '']
    }
  }
}

/** Numbers alone: nothing in it can be taken for a formula. */
export function ivCurveCsv(scan: IvScanDetail): string {
  return [ivCurveColumns, ...ivCurveRows(scan)].map((row) => `${row.join(',')}\r\n`).join('')
}
