import Type, { type Static } from 'typebox'
import { ingestBasePath } from './constants.ts'

/** Where a program that was installed for a logger gets its key, for the code that the portal showed. */
export const claimPath = `${ingestBasePath}/claims`

export const LoggerClaim = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 40 }) },
  { additionalProperties: false },
)
export type LoggerClaim = Static<typeof LoggerClaim>

/** Told once: the service keeps the hash of the key alone. */
export const ClaimedLogger = Type.Object({ serial: Type.String(), key: Type.String() }, { additionalProperties: false })
export type ClaimedLogger = Static<typeof ClaimedLogger>
