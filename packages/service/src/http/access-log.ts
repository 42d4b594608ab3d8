import type { FastifyInstance } from 'fastify'

/**
 * One line of JSON per request: what was asked by its pattern (addresses hold ids, searches and tokens), how it ended,
 * how long it took, and the id that an error tells the caller and that its statements carry to the database. Nothing else
 * that the caller wrote is in it.
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
