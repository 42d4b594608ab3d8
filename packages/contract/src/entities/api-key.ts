import Type, { type Static } from 'typebox'
import { apiKeyRules, apiKeyScopes } from '../api-key-rules.ts'
import { Id, Instant, Nullable, object, oneOf } from './common.ts'

const terms = {
  name: Type.String(apiKeyRules.name),
  scopes: Type.Array(oneOf(apiKeyScopes), { minItems: 1, maxItems: apiKeyScopes.length, uniqueItems: true }),
  /** Null: all stations that the person can see, now and later. */
  stationIds: Nullable(Type.Array(Id, { minItems: 1, maxItems: apiKeyRules.maxStations, uniqueItems: true })),
}

/** `days`: lifetime. */
export const ApiKeyInput = object({ ...terms, days: Type.Integer(apiKeyRules.days) })
export type ApiKeyInput = Static<typeof ApiKeyInput>

/** A key of the account, without its text, which is not stored. */
export const ApiKey = object({
  ...terms,
  /** Without stations that were deleted or are no longer in reach; may be empty. */
  stationIds: Nullable(Type.Array(Id)),
  id: Id,
  /** Its last four characters. */
  ending: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  /** Accurate to the minute; null: never. */
  lastUsedAt: Nullable(Instant),
  /** Until when the key may send commands; null: not now. */
  provedUntil: Nullable(Instant),
})
export type ApiKey = Static<typeof ApiKey>

/** The key is shown once, here. */
export const NewApiKey = object({ ...ApiKey.properties, key: Type.String() })
export type NewApiKey = Static<typeof NewApiKey>
