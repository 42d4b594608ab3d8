import type { BrowserContext } from 'playwright'
import { paths } from '@helioport/contract'

/** A portal to visit. Selectors are CSS; a match counts once it is on screen. */
export interface Subject {
  name: string
  url: string
  /** Selector of the content that the user comes for. */
  shown: string
  /** Link into another area, and selector of that area's content. */
  step?: { press: string; shown: string }
  /** Local storage before the first script. */
  storage?: Readonly<Record<string, string>>
  cookies?: Parameters<BrowserContext['addCookies']>[0]
}

/** Kinds of pages; only pages of the same kind are compared. */
export type Kind = 'first page' | 'sign-in'

/** Our own portal at an origin, for a user with these cookies. */
export function ownSubjects(name: string, origin: string, cookies: Subject['cookies'] = []): Record<Kind, Subject> {
  return {
    'first page': {
      name,
      url: `${origin}/#${paths.stationList()}`,
      shown: 'main a[href^="#/station/detail/"]',
      step: { press: 'nav a[href="#/device"]', shown: 'main a[href^="#/device/detail/"]' },
      storage: { token: '1' },
      cookies,
    },
    'sign-in': { name, url: `${origin}/#${paths.login()}`, shown: 'form input[type="password"]' },
  }
}
