import { locales, useLocale, useLocaleChoice, useText } from '@helioport/i18n'
import { usePreferences } from '@helioport/session'
import { Icon, Menu } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import styles from './language-menu.module.css'

/** All languages; those without texts of their own come last. */
export function LanguageMenu() {
  const common = useText()
  const text = useShellText()
  const { code, label } = useLocale()
  const setLocale = usePreferences((preferences) => preferences.setLocale)
  const { choose, failed } = useLocaleChoice(setLocale)

  return (
    <>
      <Menu
        className={styles['trigger']}
        trigger={<Icon name="globe" size={20} />}
        label={`${common('language')}: ${label}`}
        items={locales.map((locale, index) => ({
          key: locale.code,
          label: locale.label,
          lang: locale.code,
          selected: locale.code === code,
          divided: !locale.offered && locales[index - 1]?.offered === true,
          ...(locale.offered ? {} : { note: text('frame.englishText') }),
          onSelect: () => void choose(locale.code),
        }))}
      />
      <output className={styles['status']}>{failed && text('frame.languageFailed')}</output>
    </>
  )
}
