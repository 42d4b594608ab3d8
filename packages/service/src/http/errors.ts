import { type ErrorCode, errorStatus } from '@helioport/contract'
import { errorTexts } from '@helioport/contract/error-texts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseDown, isStorageFull } from '../base/database-fault.ts'
import { Problem } from '../base/problem.ts'

const retryAfterDatabaseS = 2

/** PostgreSQL gave up on a statement that may succeed later: time-out, lock, serialization, deadlock. */
const giveUpCodes = new Set(['57014', '55P03', '40001', '40P01'])

/**
 * What the log says of an error. PostgreSQL's `detail`, `where` and the like hold the row that it refused, hashes of
 * passwords and keys among it: they stay out.
 */
export function describeError(error: Partial<FastifyError>) {
  const { name = 'Error', message = '', stack = '', code = '' } = error
  return { type: name, message, stack, code }
}

const problems = new WeakMap<FastifyRequest, ErrorCode>()

/** Code of the refusal that the request is answered with; null: none. */
export const problemOf = (request: FastifyRequest): ErrorCode | null => problems.get(request) ?? null

/** The one place where an error becomes a reply. What the service itself did wrong is logged, never told. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => sendProblem(toProblem(error), error, request, reply))
  app.setNotFoundHandler((request, reply) => sendProblem(new Problem('notFound'), null, request, reply))
}

function sendProblem(problem: Problem, cause: unknown, request: FastifyRequest, reply: FastifyReply) {
  const status = errorStatus[problem.code]
  problems.set(request, problem.code)
  if (status >= 500) request.log.error({ err: cause, traceId: request.id }, problem.code)
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

/** What a caller is told of an error. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as Partial<FastifyError>
  if (code && giveUpCodes.has(code)) return new Problem('service.unavailable', { retryAfterS: retryAfterDatabaseS })
  const known: Record<string, ErrorCode> = {
    FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupportedType',
    FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  }
  if (code && known[code]) return new Problem(known[code])
  // Among them a caller who hung up: ECONNRESET like a lost database, but with a status.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Problem('request.malformed')
  if (isDatabaseDown(error)) return new Problem('service.databaseDown', { retryAfterS: retryAfterDatabaseS })
  if (isStorageFull(error)) return new Problem('service.storageFull', { retryAfterS: 60 })
  return new Problem('service.failed')
}
