import type { BrowserContext, Page } from 'playwright/test'

/** Sets preferences before the page opens. A blank page and a frame without an origin have no storage. */
export const prefer = (where: BrowserContext | Page, state: { locale: string; theme: string }) =>
  where.addInitScript((chosen) => {
    if (location.protocol === 'about:' || window.origin === 'null') return
    localStorage.setItem('preferences', JSON.stringify({ state: chosen, version: 1 }))
  }, state)
