import type { LoggerInput, LoggerWithKey } from '@helioport/contract'
import { violatedUnique } from '../database/database.ts'
import { insertLogger } from '../queries/logger.ts'
import { findStations } from '../queries/station.ts'
import type { Service } from '../service.ts'
import { Problem } from './problem.ts'
import { hashSecret, newSecret } from './secret.ts'

/**
 * Adds a logger and shows its key, this once.
 * @throws Problem notFound (the station), logger.serialTaken
 */
export async function addLogger(service: Service, accountId: string, input: LoggerInput): Promise<LoggerWithKey> {
  const [station] = await findStations(service.db, accountId, { stationId: input.stationId })
  if (!station) throw new Problem('notFound')
  const key = newSecret()
  try {
    const logger = await insertLogger(service.db, {
      stationId: station.id,
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
