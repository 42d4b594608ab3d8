import type { PortalClient } from '@helioport/fleet/portal'
import type { Credentials } from '../credentials.ts'

/** Tools of the show's steps. */
export interface Stage {
  /** Data folder of the portal. */
  data: string
  /** URL at which behaviours of the virtual plants are switched. */
  door: string
  credentials: Credentials
  /** API client of a person; one session for the whole show, which may wait hours for the sun. */
  signedIn: (who: keyof Credentials) => Promise<PortalClient>
  /** The same with a fresh proof of identity, for calls that require one. */
  proved: (who: keyof Credentials) => Promise<PortalClient>
  now: () => number
}

/** Date YYYY-MM-DD, `days` from now. */
export const dayFrom = (now: number, days: number): string =>
  new Date(now + days * 86_400_000).toISOString().slice(0, 10)
