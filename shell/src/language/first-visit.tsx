import { type ReactNode, useEffect, useState } from 'react'
import { currentLocale, matchLocale } from '@helioport/i18n'
import { hasPreferences } from '@helioport/session'

/** Delay in ms, so that the first page loads first. */
const lateMs = 2_000

/** A language of the browser other than the page's; undefined: none, or the person has chosen a language before. */
export function languageToOffer(): string | undefined {
  if (hasPreferences()) return undefined
  const read = matchLocale(navigator.languages)
  return read === currentLocale() ? undefined : read
}

/** On a first visit, offers the browser's language. The code is loaded after the first page. */
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
    // The portal works without the offer: the language menu is there.
    const timer = setTimeout(() => void show().catch(() => undefined), lateMs)
    return () => clearTimeout(timer)
  }, [])
  return offer
}
