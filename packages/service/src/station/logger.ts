import type { Logger, LoggerInput, LoggerWithKey } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { violatedUnique } from '../database/errors.ts'
import { findLoggers, insertLogger } from '../inventory/queries/logger.ts'
import { insertLoggerKey } from '../inventory/queries/logger-key.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'

export async function listLoggers(service: Service, accountId: string): Promise<Logger[]> {
  return (await findLoggers(service.db.read, accountId)).map((row) => ({
    id: row.id,
    serial: row.serial,
    stationId: row.station_id,
    stationName: row.station_name,
    devices: row.devices ?? 0,
    lastBatchAt: row.last_batch_at === null ? null : iso(row.last_batch_at),
    rowsBeforeStart: row.early_rows,
    clockOffsetS: row.clock_offset_ms === null ? null : Math.round(row.clock_offset_ms / 1000),
  }))
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
