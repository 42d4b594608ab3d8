import type { FastifyInstance } from 'fastify'
import { registerPushWorker } from './push-worker.ts'
import { registerWatchdog } from './watchdog.ts'

/** Worker scripts that browsers run beside the page, or without one. */
export function registerWorkers(app: FastifyInstance): void {
  registerWatchdog(app)
  registerPushWorker(app)
}
