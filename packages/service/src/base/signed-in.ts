import type { Session } from '@helioport/contract'

/** Who calls, by the session of the request. */
export interface SignedIn extends Session {
  sessionId: string
  tokenHash: Buffer
  /** When the person last proved to be the one who signed in, epoch ms. */
  provedAt: number | null
}
