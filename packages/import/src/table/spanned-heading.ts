import { type TableRecord, textOf } from './table.ts'

/**
 * Two lines of headings as one: above stands what several columns are of (an inverter, over cells that were put together),
 * below what each of them is. Null: they are no such lines.
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
