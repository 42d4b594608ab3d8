import { type Cell, textOf } from '../table/table.ts'

/** Labels of lines of sums, in the languages of portals. */
const words = [
  'grand total|sub-?total|totals?|sums?|summary|average|avg|mean|max(imum)?|min(imum)?',
  'summen?|gesamt(summe|wert)?|insgesamt|mittel(wert)?|durchschnitt|ø',
  'total geral|totais|soma|média|máximo|mínimo|somme|moyenne|suma|promedio|totale|somma|media|totaal',
  '合计|合計|总计|總計|总和|總和|总数|小计|小計|平均值?|最大值?|最小值?',
]
const label = new RegExp(`^(${words.join('|')})\\s*:?\\s*([([].*[)\\]])?:?$`, 'iu')

/** The label of a line of sums, in its first cell that is not empty; null: not a line of sums. */
export function sumLabel(cells: readonly Cell[]): string | null {
  const first = cells.find((cell) => textOf(cell).trim() !== '')
  const text = typeof first === 'string' ? first.trim() : ''
  return label.test(text) ? text : null
}

/** Whether a line has values but no time: at the end of a table it is a line of sums. */
export const isTimeless = (cells: readonly Cell[], timePlace: number): boolean =>
  textOf(cells[timePlace]).trim() === '' &&
  cells.some((cell) => typeof cell === 'number' || (typeof cell === 'string' && /^\s*[-+]?\d/.test(cell)))
