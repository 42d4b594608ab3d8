import { useStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { sayLocale } from '@helioport/api-client'

export type ThemeChoice = 'light' | 'dark' | 'system'

export interface Preferences {
  /** Locale code; Simplified Chinese unless chosen otherwise (specification, section 1). */
  locale: string
  theme: ThemeChoice
  setLocale: (locale: string) => void
  setTheme: (theme: ThemeChoice) => void
}

const storageName = 'preferences'

/** Whether this browser has stored preferences; false on a first visit. */
export const hasPreferences = (): boolean => localStorage.getItem(storageName) !== null

/** Kept in this browser only. */
export const preferencesStore = createStore<Preferences>()(
  persist(
    (set) => ({
      locale: 'zh-CN',
      theme: 'system',
      setLocale: (locale) => set({ locale }),
      setTheme: (theme) => set({ theme }),
    }),
    { name: storageName, version: 1, partialize: ({ locale, theme }) => ({ locale, theme }) },
  ),
)

sayLocale(preferencesStore.getState().locale)
preferencesStore.subscribe(({ locale }) => sayLocale(locale))

const whole = (state: Preferences) => state

export function usePreferences(): Preferences
export function usePreferences<T>(select: (state: Preferences) => T): T
export function usePreferences<T>(select: (state: Preferences) => T | Preferences = whole): T | Preferences {
  return useStore(preferencesStore, select)
}
