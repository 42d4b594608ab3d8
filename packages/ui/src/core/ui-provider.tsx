import { createContext, useContext, useInsertionEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { isOnPaper, subscribePaper } from './print-page.ts'
import { applyStyleSheet } from '../tokens/style-sheet.ts'
import type { Mode } from '../tokens/tokens.ts'

export type ThemeChoice = Mode | 'system'

export interface UiSettings {
  /** The theme that is shown, after `system` has been resolved. */
  mode: Mode
  dir: 'ltr' | 'rtl'
  locale: string
  /** The page is being printed. */
  isPaper?: boolean
}

interface UiProviderProps {
  theme: ThemeChoice
  dir: 'ltr' | 'rtl'
  locale: string
  children: ReactNode
}

const UiContext = createContext<UiSettings>({ mode: 'light', dir: 'ltr', locale: 'en-US' })

export const useUi = (): UiSettings => useContext(UiContext)

const darkQuery = '(prefers-color-scheme: dark)'

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(darkQuery)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

const systemIsDark = () => window.matchMedia(darkQuery).matches

/** Theme, direction and locale for everything below; sets the document's theme and its variables. */
export function UiProvider({ theme, dir, locale, children }: UiProviderProps) {
  const dark = useSyncExternalStore(subscribe, systemIsDark)
  const mode: Mode = theme === 'system' ? (dark ? 'dark' : 'light') : theme
  useInsertionEffect(() => {
    applyStyleSheet()
    document.documentElement.dataset['theme'] = mode
  }, [mode])
  // Paper is light; drawings redraw themselves for it.
  const isPaper = useSyncExternalStore(subscribePaper, isOnPaper)
  const settings = useMemo(
    (): UiSettings => ({ mode: isPaper ? 'light' : mode, dir, locale, isPaper }),
    [mode, dir, locale, isPaper],
  )
  return <UiContext value={settings}>{children}</UiContext>
}

/** While `on`, charts below use the light theme and a height that fits a printed sheet. */
export function Paper({ on, children }: { on: boolean; children: ReactNode }) {
  const settings = useUi()
  const onPaper = useMemo(
    (): UiSettings => (on ? { ...settings, mode: 'light', isPaper: true } : settings),
    [on, settings],
  )
  return <UiContext value={onPaper}>{children}</UiContext>
}
