import { Notifications, Profile, ProfileInput } from '../entities/security.ts'
import type { EndpointSpec } from './endpoint.ts'

export const profileEndpoints = {
  'GET /account/profile': { access: 'account', summary: 'What the own pages show', reply: Profile, errors: [] },
  'PUT /account/profile': {
    access: 'account',
    summary: 'Choose the figures of the account page',
    body: ProfileInput,
    reply: Profile,
    errors: [],
  },
  'GET /account/notifications': {
    access: 'account',
    summary: 'Which mails come every day, and their language',
    reply: Notifications,
    errors: [],
  },
  'PUT /account/notifications': {
    access: 'account',
    summary: 'Choose which mails come every day, and their language',
    body: Notifications,
    reply: Notifications,
    errors: [],
  },
} as const satisfies Record<string, EndpointSpec>
