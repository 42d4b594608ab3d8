import { listAuditHeads } from './chain.ts'
import { listOperations } from './operation.ts'
import type { Handlers } from '../http/handler.ts'

export const auditRoutes = {
  'GET /operations': async (service, { account, query }) => listOperations(service, account.accountId, query),
  'GET /audit-heads': async (service, { query }) => listAuditHeads(service, query),
} satisfies Partial<Handlers>
