/** Letters of right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * Joins names, times and serials in one line. Next to a right-to-left name, digits that follow would be displayed on
 * its other side: in that case each part is wrapped in invisible isolate characters.
 */
export function joinParts(parts: readonly (string | false | null | undefined)[]): string {
  const said = parts.filter((part): part is string => typeof part === 'string' && part !== '')
  const isMixed = said.length > 1 && said.some((part) => rightToLeft.test(part))
  return said.map((part) => (isMixed ? `\u2068${part}\u2069` : part)).join(' · ')
}
