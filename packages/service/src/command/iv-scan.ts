import type { IvCurve, IvScan, IvScanDetail } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { findIvCurves, findIvScans } from './queries/iv-scan.ts'
import type { Service } from '../base/service.ts'
import { figuresOf } from './iv-curve.ts'
import { toStc } from './iv-stc.ts'
import { judgeStrings } from './iv-verdict.ts'
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
  const strings = rows.map(({ voltage_v, current_a }) => {
    const curve = { voltageV: voltage_v, currentA: current_a }
    return { curve, figures: figuresOf(curve) }
  })
  const judgements = judgeStrings(strings, row.irradiance_wm2)
  const curves = rows.map(({ mppt, string }, i): IvCurve => {
    const { curve, figures } = strings[i] ?? {
      curve: { voltageV: [], currentA: [] },
      figures: figuresOf({ voltageV: [], currentA: [] }),
    }
    const { irradiance_wm2, module_c } = row
    const stc = irradiance_wm2 === null || module_c === null ? null : toStc(curve, irradiance_wm2, module_c)
    return {
      mppt,
      string,
      ...curve,
      figures,
      stc: stc && { ...stc, figures: figuresOf(stc) },
      ...(judgements[i] ?? { verdict: null, confidence: null, evidence: null, silence: 'tooFewPoints' }),
    }
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
export function* ivCurveRows({ curves }: IvScanDetail): Generator<(number | string)[]> {
  for (const { mppt, string, voltageV, currentA, stc } of curves) {
    for (const [i, voltage] of voltageV.entries()) {
      yield [mppt, string, i + 1, voltage, currentA[i] ?? '', stc?.voltageV[i] ?? '', stc?.currentA[i] ?? '']
    }
  }
}

/** Numbers alone: nothing in it can be taken for a formula. */
export function ivCurveCsv(scan: IvScanDetail): string {
  return [ivCurveColumns, ...ivCurveRows(scan)].map((row) => `${row.join(',')}\r\n`).join('')
}
