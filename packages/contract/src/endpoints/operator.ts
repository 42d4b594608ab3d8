import Type from 'typebox'
import { Id, object } from '../entities/common.ts'
import { PartHealth, SupportFile } from '../entities/portal-health.ts'
import { AccountHealth } from '../entities/security.ts'
import { type EndpointSpec, page } from './endpoint.ts'

export const operatorEndpoints = {
  'GET /operator/health': {
    access: 'operator',
    summary: 'How each part of the portal is: database, disk, queues, mail and so on; at most 10 s old',
    reply: Type.Array(PartHealth),
    errors: ['access.denied'],
  },
  'GET /operator/support': {
    access: 'operator',
    summary: 'For whoever helps from elsewhere: versions, settings, health, sizes, last log lines; without secrets',
    reply: SupportFile,
    errors: ['access.denied'],
  },
  'GET /operator/accounts-health': {
    access: 'operator',
    summary: 'How every account is served: counts, lag, failed mails; never its contents',
    query: object({ ...page, search: Type.Optional(Type.String({ maxLength: 80 })) }),
    reply: Type.Array(AccountHealth),
    paged: true,
    errors: ['access.denied'],
  },
  'PUT /operator/accounts/:accountId/active': {
    access: 'operator',
    proof: true,
    summary: 'Let an account sign in, or not; what it has stays',
    params: object({ accountId: Id }),
    body: object({ active: Type.Boolean() }),
    reply: AccountHealth,
    errors: ['access.denied', 'notFound', 'conflict'],
  },
} as const satisfies Record<string, EndpointSpec>
