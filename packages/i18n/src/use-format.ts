import { createFormat, type Format } from './format.ts'
import { messageLocaleOf } from './locales.ts'
import { useLocale } from './use-text.ts'

const formats = new Map<string, Format>()

/** Formats of a locale, with words in the language of the texts; cached, since Intl objects are expensive. */
export function formatOf(locale: string): Format {
  const known = formats.get(locale)
  if (known) return known
  const made = createFormat(locale, messageLocaleOf(locale))
  formats.set(locale, made)
  return made
}

/** Formats of the chosen locale, even where texts are English. */
export const useFormat = (): Format => formatOf(useLocale().code)
