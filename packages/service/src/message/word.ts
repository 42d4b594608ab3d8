import { mailLocaleOf, type MailLocale, type PageLocale } from '@helioport/contract'
import { inserted } from './one-line.ts'
import { type Word, words as enUS, type Words } from './texts/words-en-US.ts'
import { words as ptBR } from './texts/words-pt-BR.ts'
import { words as zhCN } from './texts/words-zh-CN.ts'
import { words as zhTW } from './texts/words-zh-TW.ts'

const wordsOf: Record<MailLocale, Words> = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-TW': zhTW, 'pt-BR': ptBR }

/** A text of a mail in the nearest available language; values are forced onto one line each. */
export function word(locale: PageLocale, key: Word, values: Readonly<Record<string, string>> = {}): string {
  return wordsOf[mailLocaleOf(locale)][key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    inserted(values[name] ?? ''),
  )
}

/** The same, bound to one language. */
export const wordIn =
  (locale: PageLocale) =>
  (key: Word, values: Readonly<Record<string, string>> = {}): string =>
    word(locale, key, values)

export type { Word }
