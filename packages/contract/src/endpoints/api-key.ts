import Type from 'typebox'
import { ApiKey, ApiKeyInput, NewApiKey } from '../entities/api-key.ts'
import { Id, Instant, object } from '../entities/common.ts'
import { type EndpointSpec, Nothing } from './endpoint.ts'

const params = object({ apiKeyId: Id })

export const apiKeyEndpoints = {
  'GET /api-keys': {
    access: 'account',
    summary: 'Keys of the own account, newest first, and when each was last used',
    reply: Type.Array(ApiKey),
    errors: [],
  },
  'POST /api-keys': {
    access: 'account',
    proof: true,
    summary: 'A new key for programs (Authorization: Bearer), shown once; it never may more than its person',
    body: ApiKeyInput,
    reply: NewApiKey,
    errors: ['notFound', 'key.tooMany'],
  },
  'POST /api-keys/:apiKeyId/proof': {
    access: 'account',
    proof: true,
    summary: 'Let a key with the scope `control` send commands for a few minutes',
    params,
    reply: object({ provedUntil: Instant }),
    errors: ['notFound', 'key.scope'],
  },
  'DELETE /api-keys/:apiKeyId': {
    access: 'account',
    summary: 'Revoke a key; counts at its next request',
    params,
    reply: Nothing,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>
