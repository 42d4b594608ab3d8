import type { LoggerInput, LoggerWithKey } from '@helioport/contract'
import { violatedUnique } from '../database/database.ts'
import { insertLogger } from '../queries/logger.ts'
import type { Service } from '../service.ts'
import { Problem } from './problem.ts'
import { hashSecret, newSecret } from './secret.ts'

/**
 * Adds a logger and shows its key, this once.
 * @throws Problem logger.serialTaken
 */
export async function addLogger(service: Service, input: LoggerInput): Promise<LoggerWithKey> {
  const key = newSecret()
  try {
    const logger = await insertLogger(service.db, {
      stationId: input.stationId,
      serial: input.serial,
      keyHash: hashSecret(key),
      now: service.now(),
    })
    return { ...logger, key }
  } catch (error) {
    if (violatedUnique(error) !== null) throw new Problem('logger.serialTaken', { cause: error })
    throw error
  }
}
