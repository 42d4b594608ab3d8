import { lazy, Suspense, useState } from 'react'
import { loadAllLocales, locales, useLocale, useLocaleChoice, useText } from '@helioport/i18n'
import { usePreferences } from '@helioport/session'
import { Icon, Menu } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import styles from './language-menu.module.css'

/** Loaded on use: few people need the names of some fifty languages. */
const AllLanguages = lazy(async () => {
  const [all, { LanguageDialog }] = await Promise.all([
    loadAllLocales(),
    import('../language/language-dialog.tsx'),
    import('../language/language-messages.ts').then(({ addLanguageMessages }) => addLanguageMessages()),
  ])
  return { default: ({ onClose }: { onClose: () => void }) => <LanguageDialog locales={all} onClose={onClose} /> }
})

/** Languages with texts, then right-to-left languages, then the link to all others. */
export function LanguageMenu() {
  const common = useText()
  const text = useShellText()
  const { code, label } = useLocale()
  const [isListing, setListing] = useState(false)
  const setLocale = usePreferences((preferences) => preferences.setLocale)
  const { choose, failed } = useLocaleChoice(setLocale)

  return (
    <>
      <Menu
        className={styles['trigger']}
        trigger={<Icon name="globe" size={20} />}
        label={`${common('language')}: ${label}`}
        items={[
          ...locales.map((locale, index) => ({
            key: locale.code,
            label: `${locale.flag} ${locale.label}`,
            lang: locale.code,
            selected: locale.code === code,
            divided: !locale.offered && locales[index - 1]?.offered === true,
            ...(locale.offered ? {} : { note: text('frame.englishText') }),
            onSelect: () => void choose(locale.code),
          })),
          { key: 'more', label: text('frame.moreLanguages'), divided: true, onSelect: () => setListing(true) },
        ]}
      />
      <output className={styles['status']}>{failed && text('frame.languageFailed')}</output>
      {isListing && (
        <Suspense fallback={null}>
          <AllLanguages onClose={() => setListing(false)} />
        </Suspense>
      )}
    </>
  )
}
