import proxy from '@fastify/http-proxy'
import { apiBasePath, errorStatus, ingestBasePath } from '@helioport/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Tells the service who really asks, and at which address. */
export const forwardedHeaders = (request: Pick<FastifyRequest, 'ip' | 'host' | 'protocol'>) => ({
  'x-forwarded-for': request.ip,
  // The service compares it with the Origin of a write.
  'x-forwarded-host': request.host,
  'x-forwarded-proto': request.protocol,
})

/** Connecting takes this long at most, in ms: a service that is down is said to be down. */
const connectMs = 2_000

/**
 * Connections to the service, each for one request at a time, by what they are for: a crowd of one kind waits for none
 * of another. Streams have more than the service gives (5,000), so that it is the service who refuses one more. What
 * loggers and pages ask for ends; there are as many as a service on a few cores can have under way.
 */
const pools = [
  { prefix: `${apiBasePath}/events`, connections: 6_000 },
  { prefix: ingestBasePath, connections: 512 },
  { prefix: '/api', connections: 1_024 },
] as const

/** Passes `/api/**` on to the service; streams (server-sent events, uploads) flow through unbuffered and unlimited. */
export async function registerApiProxy(app: FastifyInstance, api: string): Promise<void> {
  for (const { prefix, connections } of pools) {
    await app.register(proxy, {
      upstream: api,
      prefix,
      rewritePrefix: prefix,
      undici: {
        connections,
        // Else it would take any certificate.
        connect: { timeout: connectMs, rejectUnauthorized: true },
        headersTimeout: 30_000,
        bodyTimeout: 0,
      },
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
  }
}
