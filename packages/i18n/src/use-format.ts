import { createFormat, type Format } from './format.ts'
import { messageLocaleOf } from './locales.ts'
import { useLocale } from './use-text.ts'

const formats = new Map<string, Format>()

/** The formats of a locale; made once, since Intl objects are costly. */
export function formatOf(locale: string): Format {
  const known = formats.get(locale)
  if (known) return known
  const made = createFormat(locale)
  formats.set(locale, made)
  return made
}

/** Formats in the language of the texts: a mirrored locale that reads English has English numbers and times too. */
export const useFormat = (): Format => formatOf(messageLocaleOf(useLocale().code))
