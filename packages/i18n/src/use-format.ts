import { createFormat, type Format } from './format.ts'
import { messageLocaleOf } from './locales.ts'
import { useLocale } from './use-text.ts'

const formats = new Map<string, Format>()

/** The formats of a locale, its words in the language of the texts; made once, since Intl objects are costly. */
export function formatOf(locale: string): Format {
  const known = formats.get(locale)
  if (known) return known
  const made = createFormat(locale, messageLocaleOf(locale))
  formats.set(locale, made)
  return made
}

/** Formats of the locale that was chosen, also where the words are English. */
export const useFormat = (): Format => formatOf(useLocale().code)
