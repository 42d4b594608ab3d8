import type { FastifyInstance } from 'fastify'
import { ping } from '../queries/ping.ts'
import { Problem } from '../rules/problem.ts'
import type { Service } from '../service.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, which takes a database. */
export function registerHealth(app: FastifyInstance, service: Service): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    try {
      await ping(service.db)
    } catch (cause) {
      throw new Problem('service.databaseDown', { retryAfterS: 2, cause })
    }
    return { status: 'ready' }
  })
}
