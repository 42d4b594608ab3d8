import { apiKeyQuota } from '@helioport/contract'
import { type EndpointName, type EndpointSpec, keepsToStations, keyScopeOf } from '@helioport/contract/endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../base/problem.ts'
import type { KeyHolder, Quota } from '../base/signed-in.ts'

const { requests, windowS } = apiKeyQuota

/** The token of `Authorization: Bearer …`; null: none. */
export function readBearer({ headers }: FastifyRequest): string | null {
  return /^bearer\b *(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/**
 * Sets the rate limit's headers (draft-ietf-httpapi-ratelimit-headers) and refuses requests beyond the limit.
 * @throws Problem request.tooMany
 */
export function holdQuota(reply: FastifyReply, { left, resetS, isUsedUp }: Quota): void {
  reply.header('ratelimit-policy', `"key";q=${requests};w=${windowS}`)
  reply.header('ratelimit', `"key";r=${left};t=${resetS}`)
  if (isUsedUp) throw new Problem('request.tooMany', { retryAfterS: resetS })
}

/** @throws Problem key.closed, key.scope, key.limited */
export function requireScope({ key }: KeyHolder, name: EndpointName, spec: EndpointSpec): void {
  const scope = keyScopeOf(name, spec)
  if (scope === null) throw new Problem('key.closed')
  if (!key.scopes.includes(scope)) throw new Problem('key.scope')
  if (key.stationIds !== null && !keepsToStations(name, spec)) throw new Problem('key.limited')
}
