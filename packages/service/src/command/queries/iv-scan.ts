import type { LoggerCurves } from '@helioport/contract/ingest'
import type { Insertable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { reachableStations } from '../../access/queries/access.ts'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

/**
 * Stores a scan of a logger (`id`: that of the command device) or of a file. Returns the scan's id; undefined: the scan
 * is already stored.
 */
export async function insertIvScan(
  tx: Transaction,
  device: { id: string | null; device_no: number },
  scanned: Omit<LoggerCurves, 'lease'>,
  fileName: string | null = null,
): Promise<string | undefined> {
  const { scannedAt, irradianceWm2, moduleC, curves } = scanned
  const scan = await builder(tx)
    .insertInto('iv_scan')
    .values({
      command_device_id: device.id,
      device_no: device.device_no,
      scanned_at: new Date(scannedAt),
      irradiance_wm2: irradianceWm2,
      module_c: moduleC,
      irradiance_before_wm2: scanned.irradianceBeforeWm2 ?? null,
      irradiance_after_wm2: scanned.irradianceAfterWm2 ?? null,
      is_whole: scanned.isWhole ?? true,
      file_name: fileName,
    })
    .onConflict((conflict) => conflict.column('command_device_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!scan) return undefined
  await builder(tx)
    .insertInto('iv_curve')
    .values(
      curves.map(({ mppt, string, voltageV, currentA }) => ({
        iv_scan_id: scan.id,
        mppt,
        string,
        voltage_v: voltageV.map(storable),
        current_a: currentA.map(storable),
      })),
    )
    .execute()
  return scan.id
}

/** PostgreSQL's `real` rejects values below 1e-38 (underflow). */
const storable = (value: number) => (Math.abs(value) < 1e-30 ? 0 : value)

/** Scans that the account may see at `now`, newest first. */
export async function findIvScans(
  db: Session,
  accountId: string,
  now: number,
  filter: { deviceId?: string; ivScanId?: string },
  page: { limit: number; offset: number },
) {
  const { deviceId, ivScanId } = filter
  const found = builder(db)
    .selectFrom('iv_scan')
    .innerJoin('device', 'device.no', 'iv_scan.device_no')
    .innerJoin('station', 'station.id', 'device.station_id')
    .leftJoin('command_device', 'command_device.id', 'iv_scan.command_device_id')
    .where('station.id', 'in', reachableStations(db, accountId, now, 'iv'))
    .$if(deviceId !== undefined, (query) => query.where('device.id', '=', deviceId ?? ''))
    .$if(ivScanId !== undefined, (query) => query.where('iv_scan.id', '=', ivScanId ?? ''))
  const rows = await found
    .selectAll('iv_scan')
    .select((of) => [
      'command_device.command_id',
      'device.id as device_id',
      'device.name as device_name',
      'device.serial as device_serial',
      'station.account_id as member_id',
      'station.id as station_id',
      'station.name as station_name',
      'station.time_zone',
      'station.installed_on',
      of
        .selectFrom('iv_curve')
        .select((curve) => curve.fn.countAll<number>().as('count'))
        .whereRef('iv_curve.iv_scan_id', '=', 'iv_scan.id')
        .as('string_count'),
    ])
    .orderBy('iv_scan.scanned_at', 'desc')
    .orderBy('iv_scan.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Counts a device's stored tracer files. Locks the device, so that concurrent uploads cannot exceed the limit. */
export async function countIvFiles(tx: Transaction, deviceNo: number): Promise<number> {
  await builder(tx).selectFrom('device').select('no').where('no', '=', deviceNo).forUpdate().execute()
  const { count } = await builder(tx)
    .selectFrom('iv_scan')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('device_no', '=', deviceNo)
    .where('file_name', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Scans of files with the same name and time; at most 5: a file is rarely corrected more often for the same time. */
export async function findIvFiles(tx: Transaction, deviceNo: number, fileName: string, scannedAt: number) {
  return builder(tx)
    .selectFrom('iv_scan')
    .select(['id', 'irradiance_wm2', 'module_c'])
    .where('device_no', '=', deviceNo)
    .where('file_name', '=', fileName)
    .where('scanned_at', '=', instant(scannedAt))
    .limit(5)
    .execute()
}

export async function findIvCurves(db: Session, ivScanId: string) {
  return builder(db)
    .selectFrom('iv_curve')
    .select(['mppt', 'string', 'voltage_v', 'current_a'])
    .where('iv_scan_id', '=', ivScanId)
    .orderBy('mppt')
    .orderBy('string')
    .execute()
}

/** The newest scans that swept one string, newest first. */
export async function findScansOf(db: Session, deviceNo: number, of: { mppt: number; string: number }, limit: number) {
  return builder(db)
    .selectFrom('iv_curve')
    .innerJoin('iv_scan', 'iv_scan.id', 'iv_curve.iv_scan_id')
    .select(['iv_scan.id', 'iv_scan.scanned_at', 'iv_scan.irradiance_wm2', 'iv_scan.module_c'])
    .where('iv_scan.device_no', '=', deviceNo)
    .where('iv_curve.mppt', '=', of.mppt)
    .where('iv_curve.string', '=', of.string)
    .orderBy('iv_scan.scanned_at', 'desc')
    .orderBy('iv_scan.id')
    .limit(limit)
    .execute()
}

/** Reviews of the strings of a device, newest scan first. */
export async function findIvReviews(db: Session, deviceNo: number) {
  return builder(db)
    .selectFrom('iv_review')
    .innerJoin('iv_scan', 'iv_scan.id', 'iv_review.iv_scan_id')
    .leftJoin('account', 'account.id', 'iv_review.account_id')
    .selectAll('iv_review')
    .select(['iv_scan.scanned_at', 'account.user_name'])
    .where('iv_scan.device_no', '=', deviceNo)
    .orderBy('iv_scan.scanned_at', 'desc')
    .orderBy('iv_review.mppt')
    .orderBy('iv_review.string')
    .limit(500)
    .execute()
}

/** Earlier, replaced reviews of the strings of a device, newest first. */
export async function findEarlierIvReviews(db: Session, deviceNo: number) {
  return builder(db)
    .selectFrom('iv_review_earlier')
    .innerJoin('iv_scan', 'iv_scan.id', 'iv_review_earlier.iv_scan_id')
    .leftJoin('account', 'account.id', 'iv_review_earlier.account_id')
    .selectAll('iv_review_earlier')
    .select('account.user_name')
    .where('iv_scan.device_no', '=', deviceNo)
    .orderBy('iv_review_earlier.id', 'desc')
    .limit(1000)
    .execute()
}

/** Stores a review; the review that it replaces moves to the earlier ones, unless both are equal. */
export async function putIvReview(tx: Transaction, review: Insertable<Tables['iv_review']>): Promise<void> {
  const { iv_scan_id: scan, mppt, string, ...said } = review
  const columns = ['iv_scan_id', 'mppt', 'string', 'verdict', 'says', 'note', 'account_id', 'at'] as const
  const own = builder(tx)
    .selectFrom('iv_review')
    .select(columns)
    .where('iv_scan_id', '=', scan)
    .where('mppt', '=', mppt)
    .where('string', '=', string)
  const former = await own.forUpdate().executeTakeFirst()
  const isSame = (['verdict', 'says', 'note', 'account_id'] as const).every((name) => former?.[name] === said[name])
  if (isSame) return
  if (former) {
    const earlier = { ...former, at: new Date(former.at) }
    await builder(tx).insertInto('iv_review_earlier').values(earlier).execute()
  }
  await builder(tx)
    .insertInto('iv_review')
    .values(review)
    .onConflict((conflict) => conflict.columns(['iv_scan_id', 'mppt', 'string']).doUpdateSet(said))
    .execute()
}
