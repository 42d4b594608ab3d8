import { enUs, type Texts } from './en-us.ts'
import { he } from './he.ts'
import { zhCn } from './zh-cn.ts'
import { zhTw } from './zh-tw.ts'

/** The browser's first language that the page supports; English otherwise. */
export function localeFor(languages: readonly string[]): 'en-US' | 'zh-CN' | 'zh-TW' | 'he' {
  for (const language of languages) {
    if (/^zh\b.*\b(hant|tw|hk|mo)\b/i.test(language)) return 'zh-TW'
    if (/^zh\b/i.test(language)) return 'zh-CN'
    if (/^(?:he|iw)\b/i.test(language)) return 'he'
    if (/^en\b/i.test(language)) return 'en-US'
  }
  return 'en-US'
}

const texts: Record<ReturnType<typeof localeFor>, Texts> = { 'en-US': enUs, 'zh-CN': zhCn, 'zh-TW': zhTw, he }

export type TextKey = keyof Texts

export interface Language {
  locale: string
  dir: 'ltr' | 'rtl'
  t: (key: TextKey, values?: Readonly<Record<string, string | number>>) => string
  number: (value: number) => string
  /** Number of open tabs as text. */
  tabs: (count: number) => string
  /** A share from 0 to 1. */
  share: (value: number) => string
  dateTime: (instant: string) => string
  time: (epochMs: number) => string
  /** Time since an instant, in its largest unit. */
  ago: (instant: string, now: number) => string
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

export function createLanguage(locale: ReturnType<typeof localeFor>): Language {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const number = new Intl.NumberFormat(locale)
  const dir = locale === 'he' ? 'rtl' : 'ltr'
  // Isolates a name or an address in right-to-left text, so that it keeps its own direction.
  const put = (value: string | number) => (dir === 'rtl' ? `\u2068${value}\u2069` : String(value))
  const t: Language['t'] = (key, values = {}) =>
    texts[locale][key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => put(values[name] ?? whole))
  return {
    locale,
    dir,
    t,
    tabs: (count) => t(count === 1 ? 'part.tab' : 'part.tabs', { count: number.format(count) }),
    number: (value) => number.format(value),
    share: (value) => share.format(value),
    dateTime: (instant) => dateTime.format(new Date(instant)),
    time: (epochMs) => time.format(epochMs),
    ago(instant, now) {
      const age = Math.max(0, now - Date.parse(instant))
      const [unit, ms] = units.find(([, size]) => age >= size) ?? ['second', 1_000]
      return relative.format(-Math.floor(age / ms), unit)
    },
  }
}
