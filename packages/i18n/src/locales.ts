import { type MessageLocale, messageLocales } from '@helioport/contract'

export type Direction = 'ltr' | 'rtl'

export interface Locale {
  code: string
  /** In its own language. */
  label: string
  flag: string
  dir: Direction
  /** Offered in the language switch; the others only mirror the layout and read en-US. */
  offered: boolean
}

const ltr = (code: string, label: string, flag: string): Locale => ({ code, label, flag, dir: 'ltr', offered: true })
const rtl = (code: string, label: string, flag: string): Locale => ({ code, label, flag, dir: 'rtl', offered: false })

/** The locale registry (specification, sections 1 and 3). */
export const locales: readonly Locale[] = [
  ltr('zh-CN', '简体中文', '🇨🇳'),
  ltr('zh-TW', '繁體中文', '🇹🇼'),
  ltr('en-US', 'English', '🇺🇸'),
  ltr('pt-BR', 'Português (Brasil)', '🇧🇷'),
  rtl('he', 'עברית', '🇮🇱'),
  rtl('ar', 'العربية', '🇸🇦'),
  rtl('fa', 'فارسی', '🇮🇷'),
  rtl('ku', 'کوردی', '🇮🇶'),
]

export const defaultLocale = 'zh-CN'
export const fallbackLocale = 'en-US'

/** Locales in which every message exists, by type: they need no fallback. */
const completeLocales: readonly string[] = ['en-US', 'zh-CN', 'zh-TW']

const [standard] = locales as readonly [Locale, ...Locale[]]

/** The registry's entry; the default one for a code that is not in it. */
export function localeOf(code: string): Locale {
  return locales.find((locale) => locale.code === code) ?? standard
}

/** The locale whose messages a locale shows. */
export function messageLocaleOf(code: string): MessageLocale {
  return messageLocales.find((known) => known === localeOf(code).code) ?? fallbackLocale
}

/** Locales that fill the gaps of a locale, in order. */
export function fallbacksOf(code: string): readonly string[] {
  return completeLocales.includes(code) ? [] : [fallbackLocale]
}
