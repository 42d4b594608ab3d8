/**
 * Scopes of a key, granted separately. `read`: everything that changes nothing; `write`: changes that need no proof of
 * the person; `ingest`: batches of the account's loggers; `control`: commands, while the person's proof is valid.
 */
export const apiKeyScopes = ['read', 'write', 'ingest', 'control'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** Prefix of every key, so that a leaked or misplaced key is recognisable. */
export const apiKeyPrefix = 'hp_'

export const apiKeyRules = {
  name: { minLength: 1, maxLength: 60 },
  /** Lifetime of a key in days; it is required. */
  days: { minimum: 1, maximum: 365 },
  /** Maximum number of keys per account, expired ones included. */
  max: 50,
  maxStations: 200,
} as const

/** Rate limit per key: requests per window. */
export const apiKeyQuota = { requests: 300, windowS: 60 } as const

/** Header that names the logger of a batch that is sent with an API key. */
export const loggerHeader = 'helioport-logger'
