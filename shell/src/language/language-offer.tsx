import { localeOf, messageLocaleOf, useLocale, useLocaleChoice } from '@helioport/i18n'
import { usePreferences } from '@helioport/session'
import { Button, Row } from '@helioport/ui'
import styles from './language.module.css'
import type { LanguageMessages } from './language-messages.ts'

interface LanguageOfferProps {
  /** The browser's preferred locale. */
  offered: string
  /** In that locale. */
  words: LanguageMessages
  onDone: () => void
}

const filled = (text: string, label: string) => text.replace('{{label}}', label)

/** Offers the browser's language on a first visit, in that language. The default stays until the offer is accepted. */
export function LanguageOffer({ offered, words, onDone }: LanguageOfferProps) {
  const { code, label: shownLabel } = useLocale()
  const setLocale = usePreferences((preferences) => preferences.setLocale)
  const { choose, failed } = useLocaleChoice((chosen) => {
    setLocale(chosen)
    onDone()
  })
  const locale = localeOf(offered)
  const spoken = messageLocaleOf(offered)
  const isOwn = spoken.split('-')[0] === offered.split('-')[0]
  return (
    <aside
      className={styles['offer']}
      aria-label={words['language.about']}
      // The texts are in the offered language, not in the page's, and have its direction.
      lang={spoken}
      dir={localeOf(spoken).dir}
    >
      <p>{filled(words[isOwn ? 'language.offer' : 'language.offerFormats'], locale.label)}</p>
      {failed && <p role="alert">{words['language.failed']}</p>}
      <Row>
        <Button size="s" kind="primary" onClick={() => void choose(offered)}>
          {filled(words['language.take'], locale.label)}
        </Button>
        <Button
          size="s"
          onClick={() => {
            setLocale(code)
            onDone()
          }}
        >
          {filled(words['language.keep'], shownLabel)}
        </Button>
      </Row>
    </aside>
  )
}
