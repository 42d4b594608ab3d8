const locales = [
  'en',
  'pt-BR',
  'zh-CN',
  'zh-TW',
  'de',
  'es',
  'fr',
  'it',
  'nl',
  'pl',
  'tr',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
]

const plainOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}|\./gu, '')
    .toLowerCase()

let known: Map<string, number> | undefined

/** Month by name over all languages; 0 for a name that means different months. */
function names(): Map<string, number> {
  const found = new Map<string, number>()
  for (const locale of locales) {
    for (const options of [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++) {
        const part = format.formatToParts(Date.UTC(2026, month - 1, 1)).find(({ type }) => type === 'month')
        const name = plainOf(part?.value ?? '')
        if (/^\d*$/.test(name)) continue
        found.set(name, (found.get(name) ?? month) === month ? month : 0)
      }
    }
  }
  return found
}

/** The month of a name, 1 to 12; null: unknown or ambiguous. */
export function monthNamed(name: string): number | null {
  known ??= names()
  return known.get(plainOf(name)) || null
}
