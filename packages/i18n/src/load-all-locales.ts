import type { ListedLocale } from './all-locales.ts'

/** Every locale with its name; fetched when somebody is about to choose among them. */
export const loadAllLocales = async (): Promise<readonly ListedLocale[]> =>
  (await import('./all-locales.ts')).allLocales
