/**
 * What a person may allow a key, one by one. `read`: whatever changes nothing; `write`: changes that need no proof of the
 * person; `ingest`: batches of the loggers of the account; `control`: commands, while the person lets them.
 */
export const apiKeyScopes = ['read', 'write', 'ingest', 'control'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** Every key begins with it, so that one in the wrong place is known for what it is. */
export const apiKeyPrefix = 'hp_'

export const apiKeyRules = {
  name: { minLength: 1, maxLength: 60 },
  /** How long a key lives is always chosen, in days. */
  days: { minimum: 1, maximum: 365 },
  /** Keys of one account, those that ran out included. */
  max: 50,
  maxStations: 200,
} as const

/** Requests of one key in a window of so many seconds. */
export const apiKeyQuota = { requests: 300, windowS: 60 } as const

/** Names the logger that a batch is of, where the key of a person brings it. */
export const loggerHeader = 'helioport-logger'
