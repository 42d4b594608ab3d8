import type { FastifyInstance } from 'fastify'
import type { Readable } from 'node:stream'
import type { Layout } from '../store/layout.ts'
import type { Identities } from '../team/identity.ts'
import { maxUploadBytes } from '../upload/archive.ts'
import { boundsOfMachine } from '../upload/bounded.ts'
import { createUploads } from '../upload/uploads.ts'
import { callerOf, guardTeam } from './team-guard.ts'

export const uploadPath = '/releases/uploads'

const piece = 'application/offset+octet-stream'

/**
 * `/releases/uploads`: a team's CI begins an upload with a signed statement, sends it in pieces, and has it examined
 * and put into the store. Each request needs a token of the team's key or of its CI's issuer; no pointer changes.
 */
export async function registerUploadDoor(
  app: FastifyInstance,
  layout: Layout,
  identities: Identities,
  now: () => number,
): Promise<void> {
  const uploads = createUploads(layout, now)
  if (boundsOfMachine().network === 'open') app.log.warn('uploads are examined with network: this machine has no namespaces for it') // prettier-ignore

  await app.register(
    async (door) => {
      guardTeam(door, identities, now)
      door.addContentTypeParser(piece, (_request, payload, done) => done(null, payload))
      const statement = { type: 'object', additionalProperties: false, required: ['statement'], properties: { statement: { type: 'string', maxLength: 200_000 } } } // prettier-ignore
      door.post<{ Body: { statement: string } }>(
        '',
        { bodyLimit: 256 * 1024, schema: { body: statement } },
        (request) => uploads.begin(request.body.statement, callerOf(request)),
      )
      door.get<{ Params: { id: string } }>('/:id', (request) => uploads.state(request.params.id, callerOf(request)))
      door.patch<{ Params: { id: string }; Headers: { 'upload-offset'?: string }; Body: Readable }>(
        '/:id',
        { bodyLimit: maxUploadBytes },
        async (request, reply) => {
          const { 'upload-offset': offset = '' } = request.headers
          if (!/^\d{1,9}$/.test(offset) || request.headers['content-type'] !== piece)
            return reply.code(400).send({ error: 'invalid', message: 'The request does not fit' })
          return uploads.append(request.params.id, Number(offset), request.body, callerOf(request))
        },
      )
      door.post<{ Params: { id: string } }>('/:id/finish', { bodyLimit: 1_024 }, (request) =>
        uploads
          .finish(request.params.id, callerOf(request))
          .then((stored) => ({ ...stored, examined: boundsOfMachine() })),
      )
    },
    { prefix: uploadPath },
  )
  const tidy = setInterval(() => void uploads.tidy().catch((error: unknown) => app.log.error({ err: error }, 'old uploads not removed')), 3_600_000) // prettier-ignore
  tidy.unref()
  app.addHook('onClose', async () => clearInterval(tidy))
}
