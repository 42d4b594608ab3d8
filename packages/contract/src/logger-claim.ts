import Type, { type Static } from 'typebox'
import { ingestBasePath } from './constants.ts'

/** Path at which an installed program exchanges the portal's code for the logger's key. */
export const claimPath = `${ingestBasePath}/claims`

export const LoggerClaim = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 40 }) },
  { additionalProperties: false },
)
export type LoggerClaim = Static<typeof LoggerClaim>

/** Sent once: the service stores only the key's hash. */
export const ClaimedLogger = Type.Object({ serial: Type.String(), key: Type.String() }, { additionalProperties: false })
export type ClaimedLogger = Static<typeof ClaimedLogger>
