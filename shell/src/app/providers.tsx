import type { ReactNode } from 'react'
import { useLocale } from '@helioport/i18n'
import { usePreferences } from '@helioport/session'
import { UiProvider } from '@helioport/ui'

/** Language and theme of the whole portal. */
export function Providers({ children }: { children: ReactNode }) {
  const { code, dir } = useLocale()
  const theme = usePreferences((preferences) => preferences.theme)
  return (
    <UiProvider theme={theme} dir={dir} locale={code}>
      {children}
    </UiProvider>
  )
}
