import { useText } from '@helioport/i18n'
import { usePreferences } from '@helioport/session'
import { Icon, Menu, useUi } from '@helioport/ui'
import styles from './language-menu.module.css'

const choices = [
  { theme: 'light', icon: 'sun' },
  { theme: 'dark', icon: 'moon' },
  { theme: 'system', icon: 'system' },
] as const

export function ThemeMenu() {
  const text = useText()
  const { theme, setTheme } = usePreferences()
  const { mode } = useUi()
  return (
    <Menu
      className={styles['trigger']}
      trigger={<Icon name={mode === 'dark' ? 'moon' : 'sun'} size={20} />}
      label={`${text('theme')}: ${text(`theme.${theme}`)}`}
      items={choices.map((choice) => ({
        key: choice.theme,
        label: text(`theme.${choice.theme}`),
        icon: choice.icon,
        selected: choice.theme === theme,
        onSelect: () => setTheme(choice.theme),
      }))}
    />
  )
}
