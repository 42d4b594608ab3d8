import { Account, AccountSettings } from '../entities/account.ts'
import type { EndpointSpec } from './endpoint.ts'

export const accountEndpoints = {
  'GET /account': { access: 'account', summary: 'Own account and basic settings', reply: Account, errors: [] },
  'PUT /account': {
    access: 'account',
    summary: 'Save basic settings; another phone than the bound one asks for a proof',
    body: AccountSettings,
    reply: Account,
    errors: ['session.proofRequired'],
  },
} as const satisfies Record<string, EndpointSpec>
