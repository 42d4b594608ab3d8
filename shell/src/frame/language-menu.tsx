import { useState } from 'react'
import { changeLocale, locales, useLocale, useText } from '@helioport/i18n'
import { usePreferences } from '@helioport/session'
import { Icon, Menu } from '@helioport/ui'
import { useShellText } from '../messages/shell-messages.ts'
import styles from './language-menu.module.css'

/** Texts and direction change in one step, when the texts have arrived; a language that cannot be had changes nothing. */
export function LanguageMenu() {
  const common = useText()
  const text = useShellText()
  const { code, label } = useLocale()
  const setLocale = usePreferences((preferences) => preferences.setLocale)
  const [failed, setFailed] = useState(false)

  const choose = async (chosen: string) => {
    try {
      await changeLocale(chosen)
      setLocale(chosen)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }

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
