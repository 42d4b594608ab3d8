import { networkOf } from '@helioport/contract/network-of'
import { Ajv } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTokenBuckets } from '../beacons/token-buckets.ts'
import { GateObjects } from '../operator/operate.ts'
import { SerialConflict } from '../store/change.ts'
import { Locked, LockLost } from '../store/lock.ts'
import { MoveRefused } from '../store/moves.ts'
import { ObjectStoreError } from '@helioport/object-store'
import { type Identities, type Identity, IssuerAway } from '../team/identity.ts'
import { NotAllowed } from '../team/team-key.ts'
import { BadStatement } from '../upload/statement.ts'
import { Crowded } from '../upload/turns.ts'
import { UploadConflict, UploadRefused } from '../upload/uploads.ts'
import { isOfSameOrigin } from './same-origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
  }
}

/** The caller of a request that has passed the guard. */
export function callerOf({ identity }: Pick<FastifyRequest, 'identity'>): Identity {
  if (identity === null) throw new NotAllowed('nobody asks')
  return identity
}

/** Status and error name of the reply to an error. */
function statusOf(error: unknown): [number, string] | undefined {
  if (error instanceof IssuerAway || error instanceof ObjectStoreError) return [503, 'failed']
  if ([SerialConflict, UploadConflict, Locked, LockLost].some((kind) => error instanceof kind)) return [409, 'conflict']
  if (error instanceof NotAllowed) return [403, 'forbidden']
  if (error instanceof Crowded) return [429, 'busy']
  if (error instanceof GateObjects) return [422, 'objection']
  if (error instanceof MoveRefused || error instanceof BadStatement) return [422, 'refused']
  return undefined
}

/** Rate limit per key: requests per second, and burst. A release of 50 MB takes about fifteen. */
const perSecond = 20
const burst = 300

/** Lets in callers with a token of a team's key, or of an issuer that a team trusts; answers errors as JSON. */
export function guardTeam(door: FastifyInstance, identities: Identities, now: () => number): void {
  const guesses = createTokenBuckets(1, 20)
  const asked = createTokenBuckets(perSecond, burst)
  door.removeContentTypeParser('text/plain')
  // Unlike Fastify's default, this validator refuses unknown fields instead of removing them, and converts no types.
  const ajv = new Ajv()
  door.setValidatorCompiler(({ schema }) => ajv.compile(schema as object))
  door.decorateRequest('identity', null)
  door.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (!isOfSameOrigin(request)) return reply.code(403).send({ error: 'foreign', message: 'Of another origin' })
    request.identity = (await identities(request.headers.authorization, request.host)) ?? null
    if (request.identity !== null) {
      if (asked.take(request.identity.key.name, 1, now())) return undefined
      return reply.code(429).header('retry-after', '10').send({ error: 'busy', message: `${request.identity.key.name} asks too often` }) // prettier-ignore
    }
    if (request.headers.authorization !== undefined && !guesses.take(networkOf(request.ip), 1, now()))
      return reply.code(429).header('retry-after', '10').send({ error: 'busy', message: 'Too many wrong keys' })
    return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'unauthorized', message: 'A token of a team is needed' }) // prettier-ignore
  })
  door.setErrorHandler((error, request, reply) => {
    const [status, name] = statusOf(error) ?? []
    const { violations } = error instanceof UploadRefused ? error : { violations: [] }
    const about = violations.length > 0 ? { violations } : {}
    if (status === 429) void reply.header('retry-after', '10')
    if (status !== undefined)
      return reply.code(status).send({ error: name, message: (error as Error).message, ...about })
    const { statusCode = 500 } = error as { statusCode?: number }
    if (statusCode < 500) return reply.code(statusCode).send({ error: 'invalid', message: 'The request does not fit' })
    request.log.error({ err: error }, 'a request of a team failed')
    return reply.code(500).send({ error: 'failed', message: 'The release store cannot be read or written' })
  })
}
