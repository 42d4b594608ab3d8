import { type ApiKeyScope, noAccessState, type Session } from '@helioport/contract'

/** What the request's API key allows, within the rights of its person. */
interface UsedKey {
  name: string
  scopes: readonly ApiKeyScope[]
  /** Null: all stations that its person may reach. */
  stationIds: readonly string[] | null
}

/** The caller, identified by the request's session or API key. */
export interface SignedIn extends Session {
  sessionId: string
  tokenHash: Buffer
  /** When the person last proved their identity again, epoch ms. */
  provedAt: number | null
  /** Null: a person in a browser. */
  key: UsedKey | null
  /** Set when another account views the portal as this account; null: the account itself. */
  view: (NonNullable<Session['view']> & ViewSource) | null
}

/** The viewer: session, account, and the viewer's own stations, to which the view is limited. */
interface ViewSource {
  viewerSessionId: string
  viewerId: string
  stationIds: readonly string[]
}

export type KeyHolder = SignedIn & { key: UsedKey }

/** Rate limit of a key in the present time window. */
export interface Quota {
  left: number
  /** Seconds until the next window. */
  resetS: number
  /** This request exceeded the limit. */
  isUsedUp: boolean
}

/** Operators have their stored state name, which may be `noAccessState` too; all other accounts get `noAccessState`. */
export function stateNameOf({ role, state_name }: { role: Session['role']; state_name: string }): string {
  return role === 'operator' ? state_name : noAccessState
}
