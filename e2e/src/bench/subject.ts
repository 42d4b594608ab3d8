import type { BrowserContext } from 'playwright'
import { paths } from '@helioport/contract'

/** A portal to visit. Selectors are CSS; what they find has to be on screen. */
export interface Subject {
  name: string
  url: string
  /** What a person has come for. */
  shown: string
  /** A link into another area, and what a person goes there for. */
  step?: { press: string; shown: string }
  /** In the browser's storage before the first script. */
  storage?: Readonly<Record<string, string>>
  cookies?: Parameters<BrowserContext['addCookies']>[0]
}

/** Addresses of one portal by what is looked at: what is compared is of one kind. */
export type Kind = 'first page' | 'sign-in'

/** Our own portal at an address, for whoever has these cookies. */
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
