import { type ApiKeyScope, noAccessState, type Session } from '@helioport/contract'

/** What the key that a request carries is allowed, within the rights of its person. */
interface UsedKey {
  name: string
  scopes: readonly ApiKeyScope[]
  /** Null: all that its person reaches. */
  stationIds: readonly string[] | null
}

/** Who calls, by the session of the request, or by a key instead. */
export interface SignedIn extends Session {
  sessionId: string
  tokenHash: Buffer
  /** When the person last proved to be the one who signed in, epoch ms. */
  provedAt: number | null
  /** Null: the person, in a browser. */
  key: UsedKey | null
  /** Somebody else looks as this account; null: the account itself. */
  view: (NonNullable<Session['view']> & ViewSource) | null
}

/** Who looks, from which session, and at what: its own stations. */
interface ViewSource {
  viewerSessionId: string
  viewerId: string
  stationIds: readonly string[]
}

export type KeyHolder = SignedIn & { key: UsedKey }

/** What a key has left in the present window of time. */
export interface Quota {
  left: number
  /** Seconds until the next window. */
  resetS: number
  /** This request was one too many. */
  isUsedUp: boolean
}

/** Only an operator may see what operators do, and not one whose account says otherwise. */
export function stateNameOf({ role, state_name }: { role: Session['role']; state_name: string }): string {
  return role === 'operator' ? state_name : noAccessState
}
