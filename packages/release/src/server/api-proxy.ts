import proxy from '@fastify/http-proxy'
import { apiBasePath, errorStatus, ingestBasePath } from '@helioport/contract'
import { networkOf } from '@helioport/contract/network-of'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createUpstream } from '../upstream/dispatch.ts'
import type { Services } from '../upstream/services.ts'
import { Shares } from '../upstream/shares.ts'

/** Tells the service the caller's real address, and the portal's address that was called. */
export const forwardedHeaders = (request: Pick<FastifyRequest, 'ip' | 'host' | 'protocol'>) => ({
  'x-forwarded-for': request.ip,
  // The service compares it with the Origin header of a write.
  'x-forwarded-host': request.host,
  'x-forwarded-proto': request.protocol,
})

/**
 * Connections to each service by purpose, each for one request at a time: a crowd of one kind does not delay another
 * kind, and no caller takes all of one kind (shares.ts). There are more for streams than a service grants (5,000), so
 * that the service itself refuses further ones. Requests of loggers and pages end; their numbers are what a service on
 * a few cores can handle at a time.
 */
const pools = [
  { prefix: `${apiBasePath}/events`, connections: 6_000 },
  { prefix: ingestBasePath, connections: 512 },
  { prefix: '/api', connections: 1_024 },
] as const

/**
 * Proxies `/api/**` to a service in use; streams (server-sent events, uploads) pass unbuffered and without a time
 * limit.
 */
export async function registerApiProxy(app: FastifyInstance, services: Services): Promise<void> {
  for (const { prefix, connections } of pools) {
    const upstream = createUpstream(services, connections)
    const shares = new Shares(connections)
    app.addHook('onClose', () => upstream.destroy())
    await app.register(async (scope) => {
      scope.addHook('preHandler', async (request, reply) => {
        const giveBack = await shares.take(networkOf(request.ip))
        // Held until the caller has received the last byte, or has disconnected.
        if (reply.raw.destroyed) giveBack()
        else reply.raw.once('close', giveBack)
      })
      await scope.register(proxy, {
        upstream: services.pick(),
        prefix,
        rewritePrefix: prefix,
        undici: upstream,
        replyOptions: {
          rewriteRequestHeaders: (request, headers) => ({ ...headers, ...forwardedHeaders(request) }),
          onError: (reply, { error }) => {
            reply.log.warn({ err: error }, 'the service does not answer')
            const code = 'service.unavailable'
            void reply.code(errorStatus[code]).headers({ 'cache-control': 'no-store', 'retry-after': '2' }).send({
              success: false,
              errorCode: code,
              errorMessage: 'The service is not available.',
              traceId: reply.request.id,
            })
          },
        },
      })
    })
  }
}
