import type { Handlers } from '../http/handler.ts'
import { portalHealth } from './portal-health.ts'
import { supportFile } from './support.ts'

export const healthRoutes = {
  'GET /operator/health': async (service) => ({ data: await portalHealth(service) }),
  'GET /operator/support': async (service) => ({ data: await supportFile(service) }),
} satisfies Partial<Handlers>
