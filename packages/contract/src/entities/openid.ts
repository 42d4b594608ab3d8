import Type, { type Static } from 'typebox'
import { Id, Instant, Nullable, object } from './common.ts'

/** A company whose people sign in with their account there. */
export const OpenidProvider = object({ name: Type.String(), title: Type.String() })
export type OpenidProvider = Static<typeof OpenidProvider>

/** A person at a company, who signs in to the account. */
export const OpenidIdentity = object({
  id: Id,
  /** Of the company, or its address where the portal does not know it any more. */
  title: Type.String(),
  email: Type.String(),
  linkedAt: Instant,
  lastUsedAt: Nullable(Instant),
})
export type OpenidIdentity = Static<typeof OpenidIdentity>

/** What the company has said, as long as the sign-in waits for its end. */
export const OpenidAnswer = object({
  title: Type.String(),
  /** The password of the account that has the address is needed once, before the two are linked. */
  needsPassword: Type.Boolean(),
})
export type OpenidAnswer = Static<typeof OpenidAnswer>
