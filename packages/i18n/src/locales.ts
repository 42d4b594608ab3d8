import { type MessageLocale, messageLocales } from '@helioport/contract'

export type Direction = 'ltr' | 'rtl'

export interface Locale {
  code: string
  /** Name in its own language. */
  label: string
  flag: string
  dir: Direction
  /** Offered in the language switch; the others mirror the layout and use English texts. */
  offered: boolean
}

const ltr = (code: string, label: string, flag: string): Locale => ({ code, label, flag, dir: 'ltr', offered: true })
const rtl = (code: string, label: string, flag: string): Locale => ({ code, label, flag, dir: 'rtl', offered: false })

/** Locales of the specification (section 1): those with texts, then those that only mirror the layout. */
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

/** All other known locales; their names are loaded with the list of all (`all-locales.ts`). */
const moreCodes =
  'ar-EG az-AZ bg-BG bn-BD ca-ES cs-CZ da-DK de-DE el-GR en-GB es-ES et-EE fi-FI fr-BE fr-FR ga-IE hi-IN hr-HR hu-HU hy-AM id-ID is-IS it-IT ja-JP kn-IN ko-KR lv-LV mk-MK mn-MN ms-MY nb-NO ne-NP nl-BE nl-NL pl-PL pt-PT ro-RO ru-RU sk-SK sl-SI sr-RS sv-SE ta-IN th-TH tr-TR uk-UA vi-VN'.split(
    ' ',
  )

export const defaultLocale = 'zh-CN'
export const fallbackLocale = 'en-US'
/** English with long, accented words, to find texts that do not fit or were not translated. Not in any list. */
export const pseudoLocale = 'en-XA'

/**
 * Locales that need no fallback. pt-BR is complete in the portal by type, but may have gaps in remotes of other
 * repositories or of earlier releases.
 */
const completeLocales: readonly string[] = ['en-US', 'zh-CN', 'zh-TW']

const [standard] = locales as readonly [Locale, ...Locale[]]

/** Flag of a region: two regional indicator letters. */
const flagOf = (region: string) =>
  String.fromCodePoint(...[...region].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))

function moreLocaleOf(code: string): Locale | undefined {
  if (code === pseudoLocale) return { code, label: code, flag: '', dir: 'ltr', offered: false }
  if (!moreCodes.includes(code)) return undefined
  const [language = '', region = ''] = code.split('-')
  const label = new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(language) ?? code
  return { code, label, flag: flagOf(region), dir: language === 'ar' ? 'rtl' : 'ltr', offered: false }
}

/** The locale of a code; the default one for an unknown code. */
export function localeOf(code: string): Locale {
  return locales.find((locale) => locale.code === code) ?? moreLocaleOf(code) ?? standard
}

/** The first known locale among a browser's languages; undefined: none. */
export function matchLocale(tags: readonly string[]): string | undefined {
  const known = [...locales.map(({ code }) => code), ...moreCodes]
  for (const tag of tags) {
    const [language = ''] = tag.split('-')
    if (language === 'zh') return /hant|tw|hk|mo/i.test(tag) ? 'zh-TW' : 'zh-CN'
    const found = known.find((code) => code === tag) ?? known.find((code) => code.split('-')[0] === language)
    if (found !== undefined) return found
  }
  return undefined
}

/** The locale of the messages shown: its own, a variant of its language, or English. */
export function messageLocaleOf(code: string): MessageLocale {
  const { code: own } = localeOf(code)
  return (
    messageLocales.find((known) => known === own) ??
    messageLocales.find((known) => isSameLanguage(known, own)) ??
    fallbackLocale
  )
}

/** Whether two locales are variants of one language, such as those of Portugal and Brazil. */
const isSameLanguage = (one: string, other: string) => one.split('-')[0] === other.split('-')[0]

/** Locales that fill the gaps of a locale, in order. */
export function fallbacksOf(code: string): readonly string[] {
  if (completeLocales.includes(code)) return []
  const shown = messageLocaleOf(code)
  return shown === code || shown === fallbackLocale ? [fallbackLocale] : [shown, fallbackLocale]
}
