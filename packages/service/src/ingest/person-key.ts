import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { KeyHolder } from '../base/signed-in.ts'
import { findOwnLogger, type SendingLogger } from '../inventory/queries/logger.ts'

const maxSerialLength = 64

/**
 * The logger, by serial, for which a person's API key sends frames. It sends frames only: commands need the logger's
 * own key.
 * @throws Problem key.scope, access.denied, notFound (none of the account, or not one of the key's stations: the same
 *   answer)
 */
export async function loggerOfPerson(service: Service, holder: KeyHolder, serial: unknown): Promise<SendingLogger> {
  const { scopes, stationIds } = holder.key
  if (!scopes.includes('ingest')) throw new Problem('key.scope')
  if (holder.mainAccountId !== null) throw new Problem('access.denied')
  if (typeof serial !== 'string' || serial.length > maxSerialLength) throw new Problem('notFound')
  const logger = await findOwnLogger(service.db.read, holder.accountId, serial)
  const isWithin = stationIds === null || stationIds.includes(logger?.station_id ?? '')
  if (!logger || !isWithin) throw new Problem('notFound')
  return logger
}
