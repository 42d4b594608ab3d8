/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * Names, times and serials in one line. Beside a name in Hebrew or Arabic the digits that follow would stand on its other
 * side, and read as something else: there each part is kept for itself, by signs that nobody sees.
 */
export function joinParts(parts: readonly (string | false | null | undefined)[]): string {
  const said = parts.filter((part): part is string => typeof part === 'string' && part !== '')
  const isMixed = said.length > 1 && said.some((part) => rightToLeft.test(part))
  return said.map((part) => (isMixed ? `\u2068${part}\u2069` : part)).join(' · ')
}
