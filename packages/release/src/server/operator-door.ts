import { networkOf } from '@helioport/contract/network-of'
import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import type { BeaconStatistics } from '../beacons/statistics.ts'
import { createTokenBuckets } from '../beacons/token-buckets.ts'
import { GateObjects, operate, type OperatorRequest } from '../operator/operate.ts'
import { openOperatorKey, provesKey } from '../operator/operator-key.ts'
import type { createReporter } from '../operator/report.ts'
import { SerialConflict } from '../store/change.ts'
import type { Layout } from '../store/layout.ts'
import { Locked, LockLost } from '../store/lock.ts'
import { MoveRefused } from '../store/moves.ts'
import { ObjectStoreError } from '@helioport/object-store'
import { readPointer } from '../store/pointer.ts'
import type { Overrides } from './overrides.ts'
import { isOfSameOrigin } from './same-origin.ts'

export const doorPath = '/releases/door'

/** Reply of the door to a request that was not carried out. */
export interface DoorError {
  error: 'unauthorized' | 'busy' | 'foreign' | 'invalid' | 'conflict' | 'refused' | 'objection' | 'failed'
  message: string
}

const actions = ['promote', 'rollback', 'revoke', 'halt'] as const

type Body = Omit<OperatorRequest, 'action'>

const isBody = new Ajv().compile<Body>({
  type: 'object',
  additionalProperties: false,
  required: ['part', 'reason', 'by', 'expectSerial'],
  properties: {
    part: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' },
    release: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+-[0-9a-f]{12}$' },
    percent: { enum: [1, 10, 50, 100] },
    auto: { type: 'boolean' },
    reason: { type: 'string', maxLength: 500 },
    by: { type: 'string', maxLength: 80 },
    expectSerial: { type: 'integer', minimum: 0 },
    dryRun: { type: 'boolean' },
    force: { type: 'boolean' },
  },
})

const overrideBody = {
  type: 'object',
  additionalProperties: false,
  required: ['part', 'origin'],
  properties: { part: { type: 'string', maxLength: 40 }, origin: { type: 'string', maxLength: 80 } },
}

function bodyOf(value: unknown): Body | undefined {
  if (!isBody(value)) return undefined
  // Only a preview may come without a name and a reason.
  return value.dryRun === true || (value.reason.trim() !== '' && value.by?.trim() !== '') ? value : undefined
}

/**
 * `/releases/door/**`: operators' requests, as JSON. Every route requires the operator's key as a bearer token; there
 * are no cookies, so no other site can act with a browser's rights.
 */
export async function registerOperatorDoor(
  app: FastifyInstance,
  layout: Layout,
  statistics: BeaconStatistics,
  report: ReturnType<typeof createReporter>,
  overrides: Overrides,
  now: () => number,
): Promise<void> {
  await openOperatorKey(layout)
  const guesses = createTokenBuckets(1, 20)
  const failure = (error: DoorError['error'], message: string): DoorError => ({ error, message })

  await app.register(
    async (door) => {
      door.removeContentTypeParser('text/plain')
      door.addHook('onRequest', async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        if (!isOfSameOrigin(request)) return reply.code(403).send(failure('foreign', 'Of another origin'))
        if (provesKey(request.headers.authorization, await openOperatorKey(layout))) return undefined
        const isGuess = request.headers.authorization !== undefined
        if (isGuess && !guesses.take(networkOf(request.ip), 1, now())) {
          return reply.code(429).header('retry-after', '10').send(failure('busy', 'Too many wrong keys'))
        }
        return reply
          .code(401)
          .header('www-authenticate', 'Bearer')
          .send(failure('unauthorized', 'The operator key is needed'))
      })
      door.setErrorHandler((error, request, reply) => {
        if (error instanceof SerialConflict || error instanceof Locked || error instanceof LockLost)
          return reply.code(409).send(failure('conflict', error.message))
        if (error instanceof GateObjects) return reply.code(422).send(failure('objection', error.message))
        if (error instanceof MoveRefused) return reply.code(422).send(failure('refused', error.message))
        if (error instanceof ObjectStoreError) return reply.code(503).send(failure('failed', error.message))
        const { statusCode = 500 } = error as { statusCode?: number }
        if (statusCode < 500) return reply.code(statusCode).send(failure('invalid', 'The request does not fit'))
        request.log.error({ err: error }, 'the door failed')
        return reply.code(500).send(failure('failed', 'The release store cannot be read or written'))
      })
      door.setNotFoundHandler((_request, reply) => reply.code(404).send(failure('invalid', 'No such route')))

      door.get('/status', () => report(now()))
      door.post<{ Body: { part: string; origin: string } }>(
        '/override',
        { bodyLimit: 1_024, schema: { body: overrideBody } },
        (request) => overrides.issue(request.body.part, request.body.origin),
      )
      for (const action of actions) {
        door.post(`/${action}`, { bodyLimit: 8_192 }, async (request, reply) => {
          const body = bodyOf(request.body)
          if (body === undefined) return reply.code(400).send(failure('invalid', 'The request does not fit'))
          const running = statistics.running.now(now()).filter(({ part }) => part === body.part)
          const canary = (await readPointer(layout, body.part))?.canary?.release
          return operate(layout, { ...body, action }, running, canary, new Date(now()))
        })
      }
    },
    { prefix: doorPath },
  )
}
