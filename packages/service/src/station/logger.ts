import {
  asideReasons,
  type Logger,
  type LoggerChange,
  type LoggerInput,
  type LoggerWithKey,
  refusedRowCodes,
} from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { violatedUnique } from '../database/errors.ts'
import type { Transaction } from '../database/session.ts'
import { markDaysDue, markSensorDaysDue } from '../energy/queries/day-analysis.ts'
import { queueLoggerRebuild } from '../energy/queries/rebuild.ts'
import {
  findLogger,
  findLoggers,
  holdLoggerDevices,
  insertLogger,
  removeLogger,
  updateLoggerStamp,
  updateLoggerStation,
} from '../inventory/queries/logger.ts'
import { insertLoggerKey } from '../inventory/queries/logger-key.ts'
import { countKeptAside } from '../telemetry/queries/kept-aside.ts'
import { type Listed, type PageQuery, windowOf } from '../base/page.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import { moveDevices } from './assignment.ts'

export async function listLoggers(
  service: Service,
  accountId: string,
  { stationId, waiting = false, ...page }: PageQuery & { stationId?: string; waiting?: boolean },
): Promise<Listed<Logger>> {
  const { rows, ...found } = await findLoggers(
    service.db.read,
    { accountId, stationId, isWaiting: waiting },
    windowOf(page),
  )
  const aside = await countKeptAside(
    service.db.read,
    rows.map(({ no }) => no),
    service.now() - refusedMs,
  )
  const data = rows.map((row) => ({
    id: row.id,
    serial: row.serial,
    stationId: row.station_id,
    stationName: row.station_name,
    devices: row.devices ?? 0,
    lastBatchAt: row.last_batch_at === null ? null : iso(row.last_batch_at),
    rowsBeforeStart: row.early_rows,
    refused: refusedOf(row, service.now()),
    keptAside: (aside.get(row.no) ?? []).flatMap(({ reason, rows: count }) => {
      const known = asideReasons.find((one) => one === reason)
      return known ? [{ reason: known, rows: count }] : []
    }),
    foundDevices: row.found_devices,
    firmware: row.firmware,
    backlogRows: row.backlog_rows,
    createdAt: iso(row.created_at),
    stamp: row.stamp,
    isStampFound: row.is_stamp_found,
    clockOffsetS: row.clock_offset_ms === null ? null : Math.round(row.clock_offset_ms / 1000),
  }))
  return { data, total: found.total, position: found.position }
}

/** Refused rows are shown for a week after the last of them. */
const refusedMs = 7 * 24 * 3_600_000

type LoggerRow = Awaited<ReturnType<typeof findLoggers>>['rows'][number]

function refusedOf(row: LoggerRow, now: number): Logger['refused'] {
  const { refused_counts: counts, refused_code, refused_since: since, refused_at: lastAt } = row
  const code = refusedRowCodes.find((one) => one === refused_code)
  if (counts === null || !code || since === null || lastAt === null || now - lastAt > refusedMs) return null
  const reasons = refusedRowCodes
    .map((one) => ({ code: one, rows: counts[one] ?? 0 }))
    .filter(({ rows }) => rows > 0)
    .toSorted((a, b) => b.rows - a.rows)
  const rows = reasons.reduce((sum, each) => sum + each.rows, 0)
  return { rows, code, reasons, since: iso(since), lastAt: iso(lastAt) }
}

/**
 * Adds a logger and returns its key, which is shown only once. Loggers of other accounts may have the same serial.
 * @throws Problem logger.serialTaken (by a logger of the same account)
 */
export async function addLogger(service: Service, accountId: string, input: LoggerInput): Promise<LoggerWithKey> {
  const key = newSecret()
  try {
    const logger = await service.db.transaction(async (tx) => {
      const now = service.now()
      const { stationId = null, serial } = input
      const made = await insertLogger(tx, { accountId, stationId, serial, now })
      await insertLoggerKey(tx, { loggerId: made.id, keyHash: hashSecret(key), now })
      return made
    })
    return { ...logger, key }
  } catch (error) {
    if (violatedUnique(error) !== null) throw new Problem('logger.serialTaken', { cause: error })
    throw error
  }
}

/**
 * Moves a logger to another station, or to none, and sets whether its times are starts or ends of intervals. All
 * derived figures are recomputed.
 * @throws Problem notFound
 */
export async function changeLogger(service: Service, loggerId: string, change: LoggerChange): Promise<void> {
  const now = service.now()
  await service.db.transaction(async (tx) => {
    const devices = await holdLoggerDevices(tx, loggerId)
    const logger = await findLogger(tx, loggerId)
    if (!logger) throw new Problem('notFound')
    if (logger.station_id !== change.stationId) await moveLogger(tx, logger, devices, change.stationId, now)
    const { stamp } = change
    if (stamp === undefined) return
    await updateLoggerStamp(tx, loggerId, stamp)
    if (stamp === logger.stamp) return
    await queueLoggerRebuild(tx, loggerId)
    const reach = { first: 0, last: now }
    await markSensorDaysDue(tx, { no: logger.no, station_id: null }, reach, now)
    if (change.stationId !== null) await markDaysDue(tx, change.stationId, now, '-infinity')
  })
}

/** Moves the logger with its devices at the former station; their history and the sensors' data move too. */
async function moveLogger(
  tx: Transaction,
  { id, station_id: former }: NonNullable<Awaited<ReturnType<typeof findLogger>>>,
  devices: Awaited<ReturnType<typeof holdLoggerDevices>>,
  stationId: string | null,
  now: number,
): Promise<void> {
  const own = devices.filter(({ station_id }) => station_id !== null && station_id === former).map((each) => each.id)
  if (former !== null) {
    await moveDevices(tx, former, { entering: [], leaving: own }, now)
    await markDaysDue(tx, former, now, '-infinity')
  }
  await updateLoggerStation(tx, id, stationId)
  if (stationId !== null) {
    await moveDevices(tx, stationId, { entering: own, leaving: [] }, now)
    await markDaysDue(tx, stationId, now, '-infinity')
  }
}

/**
 * Deletes a logger. Its keys are refused from the next request on; data of its sensors stay with its station.
 * @throws Problem notFound, logger.hasDevices
 */
export async function deleteLogger(service: Service, loggerId: string): Promise<void> {
  await service.db.transaction(async (tx) => {
    if ((await holdLoggerDevices(tx, loggerId)).length > 0) throw new Problem('logger.hasDevices')
    await removeLogger(tx, loggerId, service.now())
  })
}
