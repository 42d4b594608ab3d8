import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { layoutOf } from '../store/layout.ts'
import { registerApiProxy } from './api-proxy.ts'
import { securityHeaders } from './headers.ts'
import { createStoreReader, type Encoded } from './page.ts'
import { registerReleaseFiles } from './release-files.ts'

export interface ReleaseHostOptions {
  /** Data folder of releases. */
  data: string
  /** Origin of the service. */
  api: string
  /** Development servers by remote, honoured by a shell built for development: `{station: 'http://127.0.0.1:3101'}`. */
  developmentRemotes?: Readonly<Record<string, string>>
  logLevel?: 'silent' | 'warn' | 'info'
}

function sendEncoded(request: FastifyRequest, reply: FastifyReply, body: Encoded, type: string): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag: body.etag, vary: 'accept-encoding' }).type(type)
  if (request.headers['if-none-match'] === body.etag) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(body.br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(body.gzip)
  return reply.send(body.plain)
}

/** The release host: the portal's page, the signed index, the files of all releases, and the way to the service. */
export async function createReleaseHost(options: ReleaseHostOptions): Promise<FastifyInstance> {
  const layout = layoutOf(options.data)
  const developmentRemotes = options.developmentRemotes ?? {}
  const app = Fastify({
    logger: { level: options.logLevel ?? 'warn' },
    trustProxy: 'loopback',
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: true,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    requestTimeout: 60_000,
  })
  const headers = securityHeaders(Object.values(developmentRemotes))
  app.addHook('onRequest', async (request, reply) => {
    // The service sets its own for what it answers.
    if (!request.url.startsWith('/api/')) reply.headers(headers)
  })

  const state = createStoreReader(layout, developmentRemotes)
  const nothingYet = (reply: FastifyReply) =>
    reply.code(503).headers({ 'cache-control': 'no-store' }).type('text/plain').send('Nothing is released yet')

  app.get('/', async (request, reply) => {
    const { page } = await state()
    return page === null ? nothingYet(reply) : sendEncoded(request, reply, page, 'text/html; charset=utf-8')
  })
  app.get('/releases/index.json', async (request, reply) => {
    const { index } = await state()
    return index === null ? nothingYet(reply) : sendEncoded(request, reply, index, 'application/json; charset=utf-8')
  })
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Not found'))

  await registerReleaseFiles(app, layout)
  await registerApiProxy(app, options.api)
  return app
}
