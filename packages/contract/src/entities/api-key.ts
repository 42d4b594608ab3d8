import Type, { type Static } from 'typebox'
import { apiKeyRules, apiKeyScopes } from '../api-key-rules.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

const terms = {
  name: Type.String(apiKeyRules.name),
  scopes: Type.Array(oneOf(apiKeyScopes), { minItems: 1, maxItems: apiKeyScopes.length, uniqueItems: true }),
  /** Null: all that its person reaches, now and later. */
  stationIds: Nullable(Type.Array(Id, { minItems: 1, maxItems: apiKeyRules.maxStations, uniqueItems: true })),
}

/** `days`: until it ends. */
export const ApiKeyInput = object({ ...terms, days: Type.Integer(apiKeyRules.days) })
export type ApiKeyInput = Static<typeof ApiKeyInput>

/** A key of the own account; its text is nowhere. */
export const ApiKey = object({
  ...terms,
  /** Stations that are gone since, or no longer within reach, are not among them: it may be none. */
  stationIds: Nullable(Type.Array(Id)),
  id: Id,
  /** Its last four characters. */
  ending: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  /** Null: never. To the minute. */
  lastUsedAt: Nullable(Instant),
  /** Until when it may send commands; null: not now. */
  provedUntil: Nullable(Instant),
})
export type ApiKey = Static<typeof ApiKey>

/** The key is shown once, here. */
export const NewApiKey = object({ ...ApiKey.properties, key: Type.String() })
export type NewApiKey = Static<typeof NewApiKey>
