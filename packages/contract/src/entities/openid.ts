import Type, { type Static } from 'typebox'
import { Id, Instant, Nullable, object } from './common.ts'

/** A company (OpenID provider) whose people sign in with their company account. */
export const OpenidProvider = object({ name: Type.String(), title: Type.String() })
export type OpenidProvider = Static<typeof OpenidProvider>

/** A company identity that can sign in to the account. */
export const OpenidIdentity = object({
  id: Id,
  /** Title of the company, or its address if the portal no longer knows it. */
  title: Type.String(),
  email: Type.String(),
  linkedAt: Instant,
  lastUsedAt: Nullable(Instant),
})
export type OpenidIdentity = Static<typeof OpenidIdentity>

/** The provider's answer, while the sign-in is not completed. */
export const OpenidAnswer = object({
  title: Type.String(),
  /** True: the password of the account with this address is needed once, to link the two. */
  needsPassword: Type.Boolean(),
})
export type OpenidAnswer = Static<typeof OpenidAnswer>
