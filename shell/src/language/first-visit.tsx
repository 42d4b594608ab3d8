import { type ReactNode, useEffect, useState } from 'react'
import { currentLocale, matchLocale } from '@helioport/i18n'
import { hasPreferences } from '@helioport/session'

/** Delay in ms, so that the first page loads before it. */
const lateMs = 2_000

/** Another language than the page's that the browser says its person reads; undefined: none, or one was chosen before. */
export function languageToOffer(): string | undefined {
  if (hasPreferences()) return undefined
  const read = matchLocale(navigator.languages)
  return read === currentLocale() ? undefined : read
}

/** On a first visit, the offer of the browser's language; its code comes after the first page. */
export function FirstVisit() {
  const [offer, setOffer] = useState<ReactNode>()
  useEffect(() => {
    const offered = languageToOffer()
    if (offered === undefined) return
    const show = async () => {
      const [{ LanguageOffer }, { languageMessagesOf }] = await Promise.all([
        import('./language-offer.tsx'),
        import('./language-messages.ts'),
      ])
      const words = await languageMessagesOf(offered)
      setOffer(<LanguageOffer offered={offered} words={words} onDone={() => setOffer(undefined)} />)
    }
    // Without it the portal works: the menu of languages is there.
    const timer = setTimeout(() => void show().catch(() => undefined), lateMs)
    return () => clearTimeout(timer)
  }, [])
  return offer
}
