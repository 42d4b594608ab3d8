import type { FastifyInstance } from 'fastify'

/**
 * One line of JSON per request: route pattern (URLs hold ids, searches and tokens), status, duration, and the trace id
 * that error replies and database statements carry. It contains nothing else that the caller wrote.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        traceId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
      },
      'request',
    )
  })
}
