import { locales, useLocale, useLocaleChoice, useText } from '@helioport/i18n'
import { usePreferences } from '@helioport/session'
import { Notice, Row, Segmented } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import styles from './center-page.module.css'

/** Language and appearance; both are kept in this browser only. */
export function DisplayChoices() {
  const text = useText<typeof enUS>('account')
  const common = useText()
  const { code } = useLocale()
  const { theme, setTheme, setLocale } = usePreferences()
  const { choose, failed } = useLocaleChoice(setLocale)

  return (
    <div className={styles['choices']}>
      <Row justify="between">
        <span>{common('theme')}</span>
        <Segmented
          label={common('theme')}
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'light', icon: 'sun', label: common('theme.light') },
            { value: 'dark', icon: 'moon', label: common('theme.dark') },
            { value: 'system', icon: 'system', label: common('theme.system') },
          ]}
        />
      </Row>
      <Row justify="between">
        <span>{common('language')}</span>
        <ChoiceField
          label={common('language')}
          value={code}
          onChange={(chosen: string) => void choose(chosen)}
          options={locales
            .filter((locale) => locale.offered || locale.code === code)
            .map((locale) => ({ value: locale.code, label: locale.label }))}
        />
      </Row>
      {failed && <Notice tone="bad">{text('center.languageFailed')}</Notice>}
      <p className={styles['hint']}>{text('center.displayHint')}</p>
    </div>
  )
}
