import type { FastifyInstance } from 'fastify'
import { ping } from '../database/ping.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'

/** `/healthz`: the process is alive. `/readyz`: it can serve, which needs the database. */
export function registerHealth(app: FastifyInstance, service: Service): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    try {
      await ping(service.db.read)
    } catch (cause) {
      throw new Problem('service.databaseDown', { retryAfterS: 2, cause })
    }
    return { status: 'ready' }
  })
}
