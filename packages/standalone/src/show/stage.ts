import type { PortalClient } from '@helioport/fleet/portal'
import type { Credentials } from '../credentials.ts'

/** What the steps of the show work with. */
export interface Stage {
  /** Data folder of the portal. */
  data: string
  /** Where faults of the virtual plants are switched. */
  door: string
  credentials: Credentials
  /** The API as one of the people sees it; one session for the whole show, which may wait for the sun for hours. */
  signedIn: (who: keyof Credentials) => Promise<PortalClient>
  /** The same, who has just proved to be that person: for what asks for it, right before it. */
  proved: (who: keyof Credentials) => Promise<PortalClient>
  now: () => number
}

/** Day YYYY-MM-DD, so many days from now. */
export const dayFrom = (now: number, days: number): string =>
  new Date(now + days * 86_400_000).toISOString().slice(0, 10)
