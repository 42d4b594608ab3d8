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

/** The locales of the specification that have texts (section 1), then those that mirror the layout. */
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

/** All others that are known: their names are loaded by who lists them (`all-locales.ts`). */
const moreCodes =
  'ar-EG az-AZ bg-BG bn-BD ca-ES cs-CZ da-DK de-DE el-GR en-GB es-ES et-EE fi-FI fr-BE fr-FR ga-IE hi-IN hr-HR hu-HU hy-AM id-ID is-IS it-IT ja-JP kn-IN ko-KR lv-LV mk-MK mn-MN ms-MY nb-NO ne-NP nl-BE nl-NL pl-PL pt-PT ro-RO ru-RU sk-SK sl-SI sr-RS sv-SE ta-IN th-TH tr-TR uk-UA vi-VN'.split(
    ' ',
  )

export const defaultLocale = 'zh-CN'
export const fallbackLocale = 'en-US'
/** English with long, accented words, which shows what does not fit and what was not translated. Listed nowhere. */
export const pseudoLocale = 'en-XA'

/**
 * Locales that need no fallback. The portal's own texts are whole in pt-BR too, by type; those of a remote of another
 * repository, or of a release of before, may have gaps there.
 */
const completeLocales: readonly string[] = ['en-US', 'zh-CN', 'zh-TW']

const [standard] = locales as readonly [Locale, ...Locale[]]

/** 🇩🇪 of DE: two letters of the flag alphabet. */
const flagOf = (region: string) =>
  String.fromCodePoint(...[...region].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))

function moreLocaleOf(code: string): Locale | undefined {
  if (code === pseudoLocale) return { code, label: code, flag: '', dir: 'ltr', offered: false }
  if (!moreCodes.includes(code)) return undefined
  const [language = '', region = ''] = code.split('-')
  const label = new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(language) ?? code
  return { code, label, flag: flagOf(region), dir: language === 'ar' ? 'rtl' : 'ltr', offered: false }
}

/** The registry's entry; the default one for a code that is not in it. */
export function localeOf(code: string): Locale {
  return locales.find((locale) => locale.code === code) ?? moreLocaleOf(code) ?? standard
}

/** The first locale that somebody reads whose browser says so; undefined: none of them is known. */
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

/** The locale whose messages a locale shows: its own, those of another form of its language, or English. */
export function messageLocaleOf(code: string): MessageLocale {
  const { code: own } = localeOf(code)
  return (
    messageLocales.find((known) => known === own) ??
    messageLocales.find((known) => isSameLanguage(known, own)) ??
    fallbackLocale
  )
}

/** Whether two locales are forms of one language: those of Portugal and Brazil are. */
const isSameLanguage = (one: string, other: string) => one.split('-')[0] === other.split('-')[0]

/** Locales that fill the gaps of a locale, in order. */
export function fallbacksOf(code: string): readonly string[] {
  if (completeLocales.includes(code)) return []
  const shown = messageLocaleOf(code)
  return shown === code || shown === fallbackLocale ? [fallbackLocale] : [shown, fallbackLocale]
}
