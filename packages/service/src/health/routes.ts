import type { Handlers } from '../http/handler.ts'
import { portalHealth } from './portal-health.ts'

export const healthRoutes = {
  'GET /operator/health': async (service) => ({ data: await portalHealth(service) }),
} satisfies Partial<Handlers>
