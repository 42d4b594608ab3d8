import proxy from '@fastify/http-proxy'
import { apiBasePath, errorStatus, ingestBasePath } from '@helioport/contract'
import { networkOf } from '@helioport/contract/network-of'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createUpstream } from '../upstream/dispatch.ts'
import type { Services } from '../upstream/services.ts'
import { Shares } from '../upstream/shares.ts'

/** Tells the service who really asks, and at which address. */
export const forwardedHeaders = (request: Pick<FastifyRequest, 'ip' | 'host' | 'protocol'>) => ({
  'x-forwarded-for': request.ip,
  // The service compares it with the Origin of a write.
  'x-forwarded-host': request.host,
  'x-forwarded-proto': request.protocol,
})

/**
 * Connections to each service, each for one request at a time, by what they are for: a crowd of one kind waits for none
 * of another, and nobody takes all of a kind (shares.ts). Streams have more than the service gives (5,000), so that it is the service who refuses one more. What
 * loggers and pages ask for ends; there are as many as a service on a few cores can have under way.
 */
const pools = [
  { prefix: `${apiBasePath}/events`, connections: 6_000 },
  { prefix: ingestBasePath, connections: 512 },
  { prefix: '/api', connections: 1_024 },
] as const

/** Passes `/api/**` on to a service in use; streams (server-sent events, uploads) flow through unbuffered and unlimited. */
export async function registerApiProxy(app: FastifyInstance, services: Services): Promise<void> {
  for (const { prefix, connections } of pools) {
    const upstream = createUpstream(services, connections)
    const shares = new Shares(connections)
    app.addHook('onClose', () => upstream.destroy())
    await app.register(async (scope) => {
      scope.addHook('preHandler', async (request, reply) => {
        const giveBack = await shares.take(networkOf(request.ip))
        // Until the last byte is with the caller, or he has gone.
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
