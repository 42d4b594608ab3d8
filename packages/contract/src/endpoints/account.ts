import { Account, AccountSettings } from '../entities/account.ts'
import type { EndpointSpec } from './endpoint.ts'

export const accountEndpoints = {
  'GET /account': { access: 'account', summary: 'Own account and basic settings', reply: Account, errors: [] },
  'PUT /account': {
    access: 'account',
    summary: 'Save basic settings',
    body: AccountSettings,
    reply: Account,
    errors: [],
  },
} as const satisfies Record<string, EndpointSpec>
