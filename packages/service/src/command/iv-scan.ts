import { createHash } from 'node:crypto'
import {
  type IvCurve,
  type IvFileInput,
  type IvReview,
  type IvReviewInput,
  type IvScan,
  type IvScanDetail,
  maxIvFiles,
} from '@helioport/contract'
import { iso } from '@helioport/time/node'
import {
  countIvFiles,
  findIvCurves,
  findIvFiles,
  findEarlierIvReviews,
  findIvReviews,
  findIvScans,
  insertIvScan,
  putIvReview,
} from './queries/iv-scan.ts'
import type { Transaction } from '../database/session.ts'
import { findDevices } from '../inventory/queries/device.ts'
import { findDeviceModules } from '../inventory/queries/device-modules.ts'
import type { Service } from '../base/service.ts'
import type { EarlierScan, Judged, ScanTask } from './iv-judgement.ts'
import { judgeInThread } from './iv-thread.ts'
import { lately } from './lately.ts'
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

/**
 * Stores the file of a curve tracer as a scan of a device.
 * @throws Problem notFound; request.invalid (a string twice, points without a partner, from the future), scan.tooMany
 */
export async function keepIvFile(
  service: Service,
  accountId: string,
  deviceId: string,
  { fileName, scannedAt, ...told }: IvFileInput,
): Promise<IvScan> {
  const now = service.now()
  const [device] = await findDevices(service.db.read, accountId, now, { deviceId })
  if (!device) throw new Problem('notFound')
  const distinct = new Set(told.curves.map(({ mppt, string }) => `${mppt} ${string}`))
  const isEven = told.curves.every(({ voltageV, currentA }) => voltageV.length === currentA.length)
  if (distinct.size < told.curves.length || !isEven) {
    throw new Problem('request.invalid', { issues: [{ path: '/curves', message: 'must be whole, each string once' }] })
  }
  if (Date.parse(scannedAt) > now) {
    throw new Problem('request.invalid', { issues: [{ path: '/scannedAt', message: 'must not be in the future' }] })
  }
  const ivScanId = await service.db.transaction(async (tx) => {
    const count = await countIvFiles(tx, device.no)
    // A client that lost the reply sends the file again.
    const known = await keptBefore(tx, device.no, { fileName, scannedAt, ...told })
    if (known !== undefined) return known
    if (count >= maxIvFiles) throw new Problem('scan.tooMany')
    const scanned = { ...told, scannedAt: Date.parse(scannedAt) }
    return insertIvScan(tx, { id: null, device_no: device.no }, scanned, fileName)
  })
  if (ivScanId === undefined) throw new Problem('notFound')
  const { rows } = await findIvScans(service.db.read, accountId, now, { ivScanId }, { limit: 1, offset: 0 })
  const [row] = rows
  if (!row) throw new Problem('notFound')
  return scanOf(row)
}

/** The id of a stored scan of the same file with equal points; undefined: there is none. */
async function keptBefore(
  tx: Transaction,
  deviceNo: number,
  { fileName, scannedAt, irradianceWm2, moduleC, curves }: IvFileInput,
): Promise<string | undefined> {
  const text = (list: readonly (number | null)[]) => list.map((value) => value && Math.fround(value)).join(' ')
  const line = (of: IvFileInput['curves'][number]) =>
    [of.mppt, of.string, text(of.voltageV), text(of.currentA)].join('|')
  const sent = curves.map(line).toSorted().join('\n')
  for (const { id, irradiance_wm2, module_c } of await findIvFiles(tx, deviceNo, fileName, Date.parse(scannedAt))) {
    const kept = (await findIvCurves(tx, id)).map((one) =>
      line({ mppt: one.mppt, string: one.string, voltageV: one.voltage_v, currentA: one.current_a }),
    )
    const isSame = kept.toSorted().join('\n') === sent
    if (isSame && text([irradiance_wm2, module_c]) === text([irradianceWm2, moduleC])) return id
  }
  return undefined
}

/** @throws Problem notFound */
export async function getIvScan(
  service: Service,
  accountId: string,
  ivScanId: string,
  procedure: 1 | 2 = 2,
): Promise<IvScanDetail> {
  const found = await findIvScans(service.db.read, accountId, service.now(), { ivScanId }, { limit: 1, offset: 0 })
  const [row] = found.rows
  if (!row) throw new Problem('notFound')
  const rows = await findIvCurves(service.db.read, ivScanId)
  const measured = rows.map(({ voltage_v, current_a }) => ({ voltageV: voltage_v, currentA: current_a }))
  const modules = await findDeviceModules(service.db.read, row.device_id)
  const judged = await judgedOnce({
    curves: measured,
    mppts: rows.map(({ mppt }) => mppt),
    light: { irradianceWm2: row.irradiance_wm2, moduleC: row.module_c },
    modules,
    ageYears: yearsBetween(Date.parse(row.installed_on), row.scanned_at),
    earlier: (await earlierScan(service, accountId, row, rows)) ?? null,
    procedure,
  })
  const reviews = await findIvReviews(service.db.read, row.device_no)
  const before = await findEarlierIvReviews(service.db.read, row.device_no)
  const curves = judged.flatMap((said, i): IvCurve[] => {
    const [of, curve] = [rows[i], measured[i]]
    if (!of || !curve) return []
    const own = reviews
      .filter((one) => one.mppt === of.mppt && one.string === of.string)
      .map((review) => reviewOf(review, before))
    return [{ mppt: of.mppt, string: of.string, ...curve, ...said, reviews: own }]
  })
  return { ...scanOf(row), curves, module: modules && { manufacturer: modules.manufacturer, model: modules.model } }
}

/** Judgements of this process; one of 24 strings takes 0.1 MB. */
const judgement = lately<Judged[]>(100)

/** Verdicts on the strings of a scan, cached by their inputs (curves, modules, earlier scan, age). */
function judgedOnce(task: ScanTask): Promise<Judged[]> {
  const basis = createHash('sha256').update(JSON.stringify(task)).digest('base64url')
  return judgement(basis, () => judgeInThread(task))
}

/** Newest scans of a device that are searched for the one to compare with. */
const rememberedScans = 50
/** W/m2; a scan in less light is no basis for a comparison. */
const brightWm2 = 600

/** The device's oldest scan in full sun before this one: it shows the strings when they were newest. */
async function earlierScan(
  service: Service,
  accountId: string,
  of: ScanRow,
  strings: readonly { mppt: number; string: number }[],
): Promise<EarlierScan | undefined> {
  const page = { limit: rememberedScans, offset: 0 }
  const { rows } = await findIvScans(service.db.read, accountId, service.now(), { deviceId: of.device_id }, page)
  const before = rows.findLast(
    ({ scanned_at, irradiance_wm2, module_c }) =>
      scanned_at < of.scanned_at && (irradiance_wm2 ?? 0) >= brightWm2 && module_c !== null,
  )
  if (!before) return undefined
  const found = await findIvCurves(service.db.read, before.id)
  const curves = strings.map(({ mppt, string }) => {
    const own = found.find((one) => one.mppt === mppt && one.string === string)
    return own && { voltageV: own.voltage_v, currentA: own.current_a }
  })
  const yearsAgo = yearsBetween(before.scanned_at, of.scanned_at)
  return { curves, irradianceWm2: before.irradiance_wm2, moduleC: before.module_c, yearsAgo }
}

/** Rounded to tenths, so that the cache key of a judgement stays the same for weeks. */
const yearsBetween = (from: number, to: number) => Math.max(0, Math.round((to - from) / 3_155_760_000) / 10)

type Said = Awaited<ReturnType<typeof findEarlierIvReviews>>[number]

const wordsOf = (row: Omit<Said, 'id'>) => ({
  verdict: row.verdict,
  says: row.says,
  note: row.note,
  userName: row.user_name,
  at: iso(row.at),
})

function reviewOf(row: Awaited<ReturnType<typeof findIvReviews>>[number], before: readonly Said[]): IvReview {
  const earlier = before.filter(
    (one) => one.iv_scan_id === row.iv_scan_id && one.mppt === row.mppt && one.string === row.string,
  )
  return {
    ivScanId: row.iv_scan_id,
    scannedAt: iso(row.scanned_at),
    ...wordsOf(row),
    ...(earlier.length > 0 ? { earlier: earlier.map(wordsOf) } : {}),
  }
}

/**
 * Stores a person's review of the verdict on a string, together with the current verdict.
 * @throws Problem notFound, scan.noVerdict (the string has none, or was not swept)
 */
export async function reviewString(
  service: Service,
  accountId: string,
  ivScanId: string,
  { mppt, string, says, note }: IvReviewInput,
): Promise<IvReview> {
  const curveOf = async () =>
    (await getIvScan(service, accountId, ivScanId)).curves.find((one) => one.mppt === mppt && one.string === string)
  const verdict = (await curveOf())?.verdict
  if (!verdict) throw new Problem('scan.noVerdict')
  const at = new Date(service.now())
  await service.db.transaction((tx) =>
    putIvReview(tx, {
      iv_scan_id: ivScanId,
      mppt,
      string,
      verdict,
      says,
      note: note.trim(),
      account_id: accountId,
      at,
    }),
  )
  const review = (await curveOf())?.reviews.find((one) => one.ivScanId === ivScanId)
  if (!review) throw new Problem('notFound')
  return review
}

function scanOf(row: ScanRow): IvScan {
  return {
    id: row.id,
    commandId: row.command_id,
    fileName: row.file_name,
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
    irradianceBeforeWm2: row.irradiance_before_wm2,
    irradianceAfterWm2: row.irradiance_after_wm2,
    isWhole: row.is_whole,
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
  'stc_pmp_w',
  'stc_pmp_error_w',
] as const

/**
 * One row per point, in the order of `ivCurveColumns`; empty texts where there is no value at STC. Pmp and its error
 * stand in the first row of a string.
 */
export function* ivCurveRows({ curves }: Pick<IvScanDetail, 'curves'>): Generator<(number | string)[]> {
  for (const { mppt, string, voltageV, currentA, stc } of curves) {
    const places = new Map(stc?.samples.map((sample, place) => [sample, place]))
    for (const [i, voltage] of voltageV.entries()) {
      const place = places.get(i) ?? -1
      const peak = i === 0 ? [stc?.figures.pmpW ?? '', stc?.pmpErrorW ?? ''] : ['', '']
      const atStc = [stc?.voltageV[place] ?? '', stc?.currentA[place] ?? '']
      yield [mppt, string, i + 1, voltage, currentA[i] ?? '', ...atStc, ...peak]
    }
  }
}

/** Contains only numbers, so no cell can be read as a formula. */
export function ivCurveCsv(scan: IvScanDetail): string {
  return [ivCurveColumns, ...ivCurveRows(scan)].map((row) => `${row.join(',')}\r\n`).join('')
}
