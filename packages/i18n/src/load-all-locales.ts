import type { ListedLocale } from './all-locales.ts'

/** Every locale with its name; fetched when the list is about to open. */
export const loadAllLocales = async (): Promise<readonly ListedLocale[]> =>
  (await import('./all-locales.ts')).allLocales
