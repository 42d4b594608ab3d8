import { type Cell, textOf } from '../table/table.ts'

/** Words that stand where a line sums the others up, in the languages that portals write. */
const words = [
  'grand total|sub-?total|totals?|sums?|summary|average|avg|mean|max(imum)?|min(imum)?',
  'summen?|gesamt(summe|wert)?|insgesamt|mittel(wert)?|durchschnitt|ø',
  'total geral|totais|soma|média|máximo|mínimo|somme|moyenne|suma|promedio|totale|somma|media|totaal',
  '合计|合計|总计|總計|总和|總和|总数|小计|小計|平均值?|最大值?|最小值?',
]
const label = new RegExp(`^(${words.join('|')})\\s*:?\\s*([([].*[)\\]])?:?$`, 'iu')

/** What a line of sums calls itself, in the first of its cells that say something; null: it is none. */
export function sumLabel(cells: readonly Cell[]): string | null {
  const first = cells.find((cell) => textOf(cell).trim() !== '')
  const text = typeof first === 'string' ? first.trim() : ''
  return label.test(text) ? text : null
}

/** Whether a line has values without a time: at the end of a table it sums up what stands above it. */
export const isTimeless = (cells: readonly Cell[], timePlace: number): boolean =>
  textOf(cells[timePlace]).trim() === '' &&
  cells.some((cell) => typeof cell === 'number' || (typeof cell === 'string' && /^\s*[-+]?\d/.test(cell)))
