import { loggerHeader } from '@helioport/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { holdQuota } from '../http/key-door.ts'
import { findOwnLogger, type SendingLogger } from '../inventory/queries/logger.ts'
import { openKey } from '../key/open-key.ts'

const maxSerialLength = 64

/**
 * The logger that a person's key brings frames of, by the serial in the header. It sends frames and nothing else: what
 * a logger does with commands takes the key of that logger.
 * @throws Problem key.invalid, key.scope, request.tooMany, access.denied, notFound (none of the account, or not one of
 *   the key's stations: the same answer)
 */
export async function loggerOfPerson(
  service: Service,
  bearer: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SendingLogger> {
  const { holder, quota } = await openKey(service, bearer)
  holdQuota(reply, quota)
  if (!holder.key.scopes.includes('ingest')) throw new Problem('key.scope')
  if (holder.mainAccountId !== null) throw new Problem('access.denied')
  const serial = String(request.headers[loggerHeader] ?? '').slice(0, maxSerialLength)
  const logger = await findOwnLogger(service.db.read, holder.accountId, serial)
  const { stationIds } = holder.key
  const isWithin = stationIds === null || stationIds.includes(logger?.station_id ?? '')
  if (!logger || !isWithin) throw new Problem('notFound')
  return logger
}
