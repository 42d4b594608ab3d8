import type { FastifyInstance } from 'fastify'
import type { Readable } from 'node:stream'
import { createTokenBuckets } from '../beacons/token-buckets.ts'
import { Locked, LockLost } from '../store/lock.ts'
import { MoveRefused } from '../store/moves.ts'
import { ObjectStoreError } from '../store/object-store.ts'
import type { Layout } from '../store/layout.ts'
import { type Identities, type Identity, IssuerAway } from '../team/identity.ts'
import { maxUploadBytes } from '../upload/archive.ts'
import { boundsOfMachine } from '../upload/sandbox.ts'
import { BadStatement } from '../upload/statement.ts'
import { createUploads, UploadConflict, UploadRefused } from '../upload/uploads.ts'
import { isOfSameOrigin } from './same-origin.ts'

export const uploadPath = '/releases/uploads'

const piece = 'application/offset+octet-stream'

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
  }
}

/**
 * `/releases/uploads`: a team's CI begins an upload with a signed statement, sends it in pieces, and has it examined and
 * laid into the store. Each request has a token of the team's key or of its CI's issuer; nothing is pointed to.
 */
export async function registerUploadDoor(
  app: FastifyInstance,
  layout: Layout,
  identities: Identities,
  now: () => number,
): Promise<void> {
  const uploads = createUploads(layout, now)
  const guesses = createTokenBuckets(1, 20)
  app.decorateRequest('identity', null)
  if (boundsOfMachine().network === 'open') app.log.warn('uploads are examined with network: this machine has no namespaces for it') // prettier-ignore

  await app.register(
    async (door) => {
      door.removeContentTypeParser('text/plain')
      door.addContentTypeParser(piece, (_request, payload, done) => done(null, payload))
      door.addHook('onRequest', async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        if (!isOfSameOrigin(request)) return reply.code(403).send({ error: 'foreign', message: 'Of another origin' })
        request.identity = (await identities(request.headers.authorization, request.host)) ?? null
        if (request.identity !== null) return undefined
        if (request.headers.authorization !== undefined && !guesses.take(request.ip, 1, now()))
          return reply.code(429).header('retry-after', '10').send({ error: 'busy', message: 'Too many wrong keys' })
        return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'unauthorized', message: 'A token of a team is needed' }) // prettier-ignore
      })
      door.setErrorHandler((error, request, reply) => {
        const say = (status: number, name: string, more: object = {}) =>
          reply.code(status).send({ error: name, message: (error as Error).message, ...more })
        if (error instanceof IssuerAway || error instanceof ObjectStoreError) return say(503, 'failed')
        if (error instanceof UploadConflict || error instanceof Locked || error instanceof LockLost) return say(409, 'conflict') // prettier-ignore
        if (error instanceof UploadRefused) return say(422, 'refused', { violations: error.violations })
        if (error instanceof BadStatement || error instanceof MoveRefused) return say(422, 'refused')
        const { statusCode = 500 } = error as { statusCode?: number }
        if (statusCode < 500)
          return reply.code(statusCode).send({ error: 'invalid', message: 'The request does not fit' })
        request.log.error({ err: error }, 'an upload failed')
        return reply.code(500).send({ error: 'failed', message: 'The upload cannot be taken' })
      })

      const caller = (request: { identity: Identity | null }): Identity => {
        if (request.identity === null) throw new UploadRefused('nobody asks')
        return request.identity
      }
      const statement = { type: 'object', additionalProperties: false, required: ['statement'], properties: { statement: { type: 'string', maxLength: 200_000 } } } // prettier-ignore
      door.post<{ Body: { statement: string } }>(
        '',
        { bodyLimit: 256 * 1024, schema: { body: statement } },
        (request) => uploads.begin(request.body.statement, caller(request)),
      )
      door.get<{ Params: { id: string } }>('/:id', (request) => uploads.state(request.params.id, caller(request)))
      door.patch<{ Params: { id: string }; Headers: { 'upload-offset'?: string }; Body: Readable }>(
        '/:id',
        { bodyLimit: maxUploadBytes },
        async (request, reply) => {
          const offset = Number(request.headers['upload-offset'])
          if (!Number.isInteger(offset) || request.headers['content-type'] !== piece)
            return reply.code(400).send({ error: 'invalid', message: 'The request does not fit' })
          return uploads.append(request.params.id, offset, request.body, caller(request))
        },
      )
      door.post<{ Params: { id: string } }>('/:id/finish', { bodyLimit: 1_024 }, (request) =>
        uploads
          .finish(request.params.id, caller(request))
          .then((stored) => ({ ...stored, examined: boundsOfMachine() })),
      )
    },
    { prefix: uploadPath },
  )
  const tidy = setInterval(() => void uploads.tidy().catch((error: unknown) => app.log.error({ err: error }, 'old uploads not removed')), 3_600_000) // prettier-ignore
  tidy.unref()
  app.addHook('onClose', async () => clearInterval(tidy))
}
