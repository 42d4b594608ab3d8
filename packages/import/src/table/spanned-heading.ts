import { type TableRecord, textOf } from './table.ts'

/**
 * Joins two lines of headings: the upper line has groups over several columns (an inverter, in merged cells), the lower
 * line the heading of each column. Null: the lines are not of this kind.
 */
export function spannedHeading(above: TableRecord, below: TableRecord): TableRecord | null {
  const [upper, lower] = [above, below].map(({ cells }) => cells.map((cell) => textOf(cell).trim()))
  if (!upper || !lower || upper.length !== lower.length) return null
  const named = new Set(upper.filter((text) => text !== ''))
  const isSpanned = upper.some((text, place) => text === '' && place > 0 && (lower[place] ?? '') !== '')
  if (named.size < 2 || !isSpanned || lower.some((text) => /^[+-]?\d/.test(text))) return null
  let group = ''
  const cells = upper.map((text, place) => {
    const own = lower[place] ?? ''
    if (text !== '') group = text
    return own === '' ? text : [group, own].filter((part) => part !== '').join(' ')
  })
  return { line: below.line, cells }
}
