import type { BrowserContext, Page } from 'playwright/test'

/** What a person has chosen before the page opens. A blank page has no storage, nor has a frame without an origin. */
export const prefer = (where: BrowserContext | Page, state: { locale: string; theme: string }) =>
  where.addInitScript((chosen) => {
    if (location.protocol === 'about:' || window.origin === 'null') return
    localStorage.setItem('preferences', JSON.stringify({ state: chosen, version: 1 }))
  }, state)
