import { useState } from 'react'
import {
  fallbackLocale,
  type ListedLocale,
  localeOf,
  messageLocaleOf,
  useLocale,
  useLocaleChoice,
  useText,
} from '@helioport/i18n'
import { usePreferences } from '@helioport/session'
import { Notice } from '@helioport/ui'
import { Modal } from '@helioport/ui/overlay'
import styles from './language.module.css'
import { useLanguageText } from './language-messages.ts'

/** Whether a locale matches the typed text by its name, its code, or the word "language" in it. */
const isFound = ({ code, label, title }: ListedLocale, typed: string) =>
  [code, label, title].some((text) => text.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()))

function whatIsOwn({ code, offered, dir }: ListedLocale) {
  if (offered) return 'language.own'
  if (messageLocaleOf(code) !== fallbackLocale) return 'language.near'
  return dir === 'rtl' ? 'language.mirrored' : 'language.formats'
}

interface LanguageDialogProps {
  locales: readonly ListedLocale[]
  onClose: () => void
}

/** Every language by name, and how far the portal is translated into it. */
export function LanguageDialog({ locales, onClose }: LanguageDialogProps) {
  const text = useLanguageText()
  const common = useText()
  const { code } = useLocale()
  const [typed, setTyped] = useState('')
  const setLocale = usePreferences((preferences) => preferences.setLocale)
  const { choose, failed } = useLocaleChoice((chosen) => {
    setLocale(chosen)
    onClose()
  })
  const found = locales.filter((locale) => isFound(locale, typed))
  return (
    <Modal open title={text('language.all')} onClose={onClose} closeLabel={common('action.close')}>
      <p className={styles['what']}>{text('language.what')}</p>
      <input
        type="search"
        className={styles['search']}
        aria-label={text('language.search')}
        placeholder={text('language.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {failed && <Notice tone="bad">{text('language.failed')}</Notice>}
      {found.length === 0 && <p className={styles['what']}>{text('language.none')}</p>}
      <ul className={styles['list']}>
        {found.map((locale) => (
          <li key={locale.code}>
            <button
              type="button"
              className={styles['locale']}
              aria-current={locale.code === code || undefined}
              onClick={() => void choose(locale.code)}
            >
              <span aria-hidden="true">{locale.flag}</span>
              <span className={styles['names']}>
                <span lang={locale.code}>
                  {locale.label} <small>{locale.title}</small>
                </span>
                <small>{text(whatIsOwn(locale), { label: localeOf(messageLocaleOf(locale.code)).label })}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
