import { type ErrorCode, errorStatus } from '@helioport/contract'
import { errorTexts } from '@helioport/contract/error-texts'
import { ObjectStoreError } from '@helioport/object-store'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseDown, isStorageFull } from '../base/database-fault.ts'
import { Problem } from '../base/problem.ts'

const retryAfterDatabaseS = 2
const retryAfterFilesS = 30

/** Codes of failed statements that may succeed later: time-out, lock, serialization, deadlock. */
const giveUpCodes = new Set(['57014', '55P03', '40001', '40P01'])

/**
 * The logged part of an error. PostgreSQL's `detail`, `where` and similar fields are left out: they can contain the
 * refused row, with hashes of passwords and keys.
 */
export function describeError(error: Partial<FastifyError>) {
  const { name = 'Error', message = '', stack = '', code = '' } = error
  return { type: name, message, stack, code }
}

const problems = new WeakMap<FastifyRequest, ErrorCode>()

/** Error code of the request's reply; null: none. */
export const problemOf = (request: FastifyRequest): ErrorCode | null => problems.get(request) ?? null

/** Turns errors into replies. Faults of the service itself are logged and not disclosed. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => sendProblem(toProblem(error), error, request, reply))
  app.setNotFoundHandler((request, reply) => sendProblem(new Problem('notFound'), null, request, reply))
}

function sendProblem(problem: Problem, cause: unknown, request: FastifyRequest, reply: FastifyReply) {
  const status = errorStatus[problem.code]
  problems.set(request, problem.code)
  if (status >= 500) request.log.error({ err: cause, traceId: request.id }, problem.code)
  // Fastify would close the connection while the caller still writes, who then sees a broken connection and no answer.
  // The rest of the body is discarded as it comes, for as long as a request may take.
  if (problem.code === 'request.tooLarge') reply.removeHeader('connection')
  if (problem.code === 'key.invalid') reply.header('www-authenticate', 'Bearer')
  if (problem.retryAfterS !== null) reply.header('retry-after', String(problem.retryAfterS))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({
      success: false,
      errorCode: problem.code,
      errorMessage: errorTexts[problem.code],
      traceId: request.id,
      ...(problem.issues.length > 0 && { issues: problem.issues }),
    })
}

/** The error as the caller may see it. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as Partial<FastifyError>
  if (code && giveUpCodes.has(code)) return new Problem('service.unavailable', { retryAfterS: retryAfterDatabaseS })
  const known: Record<string, ErrorCode> = {
    FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupportedType',
    FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  }
  if (code && known[code]) return new Problem(known[code])
  // Includes a caller that hung up: ECONNRESET like a lost database, but with a status.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Problem('request.malformed')
  if (isDatabaseDown(error)) return new Problem('service.databaseDown', { retryAfterS: retryAfterDatabaseS })
  if (error instanceof ObjectStoreError) return new Problem('service.unavailable', { retryAfterS: retryAfterFilesS })
  if (isStorageFull(error)) return new Problem('service.storageFull', { retryAfterS: 60 })
  return new Problem('service.failed')
}
