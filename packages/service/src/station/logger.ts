import { type Logger, type LoggerInput, type LoggerWithKey, refusedRowCodes } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { violatedUnique } from '../database/errors.ts'
import { markDaysDue } from '../energy/queries/day-analysis.ts'
import {
  findLogger,
  findLoggers,
  holdLoggerDevices,
  insertLogger,
  removeLogger,
  updateLoggerStation,
} from '../inventory/queries/logger.ts'
import { insertLoggerKey } from '../inventory/queries/logger-key.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import { moveDevices } from './assignment.ts'

export async function listLoggers(
  service: Service,
  accountId: string,
  query: PageQuery,
): Promise<{ data: Logger[]; total: number }> {
  const { rows, total } = await findLoggers(service.db.read, accountId, windowOf(query))
  const data = rows.map((row) => ({
    id: row.id,
    serial: row.serial,
    stationId: row.station_id,
    stationName: row.station_name,
    devices: row.devices ?? 0,
    lastBatchAt: row.last_batch_at === null ? null : iso(row.last_batch_at),
    rowsBeforeStart: row.early_rows,
    refused: refusedOf(row, service.now()),
    foundDevices: row.found_devices,
    firmware: row.firmware,
    backlogRows: row.backlog_rows,
    createdAt: iso(row.created_at),
    clockOffsetS: row.clock_offset_ms === null ? null : Math.round(row.clock_offset_ms / 1000),
  }))
  return { data, total }
}

/** For a week after the last of them. */
const refusedMs = 7 * 24 * 3_600_000

type LoggerRow = Awaited<ReturnType<typeof findLoggers>>['rows'][number]

function refusedOf(row: LoggerRow, now: number): Logger['refused'] {
  const { refused_rows: rows, refused_code, refused_since: since, refused_at: lastAt } = row
  const code = refusedRowCodes.find((one) => one === refused_code)
  if (rows === null || !code || since === null || lastAt === null || now - lastAt > refusedMs) return null
  return { rows, code, since: iso(since), lastAt: iso(lastAt) }
}

/**
 * Adds a logger and shows its key, this once. Whether another account has one with this serial makes no difference.
 * @throws Problem logger.serialTaken (by one of the account's own)
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
 * Moves a logger to another station, or to none, with the devices that it has at the former one: their history goes with
 * them, as does what its sensors measured. The days of both stations are worked out anew.
 * @throws Problem notFound
 */
export async function moveLogger(service: Service, loggerId: string, stationId: string | null): Promise<void> {
  const now = service.now()
  await service.db.transaction(async (tx) => {
    const devices = await holdLoggerDevices(tx, loggerId)
    const logger = await findLogger(tx, loggerId)
    if (!logger) throw new Problem('notFound')
    const former = logger.station_id
    if (former === stationId) return
    const own = devices.flatMap(({ id, station_id }) => (station_id !== null && station_id === former ? [id] : []))
    if (former !== null) {
      await moveDevices(tx, former, { entering: [], leaving: own }, now)
      await markDaysDue(tx, former, now, '-infinity')
    }
    await updateLoggerStation(tx, loggerId, stationId)
    if (stationId !== null) {
      await moveDevices(tx, stationId, { entering: own, leaving: [] }, now)
      await markDaysDue(tx, stationId, now, '-infinity')
    }
  })
}

/**
 * Its keys open nothing from the next request on; what its sensors measured stays with its station.
 * @throws Problem notFound, logger.hasDevices
 */
export async function deleteLogger(service: Service, loggerId: string): Promise<void> {
  await service.db.transaction(async (tx) => {
    if ((await holdLoggerDevices(tx, loggerId)).length > 0) throw new Problem('logger.hasDevices')
    await removeLogger(tx, loggerId, service.now())
  })
}
