import { createFormat, type Format } from './format.ts'
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

export const useFormat = (): Format => formatOf(useLocale().code)
