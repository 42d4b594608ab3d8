import { FileProblem } from '../problem.ts'
import { numberWithUnit } from './cell-unit.ts'

export type DecimalMark = '.' | ','

const notMeasured = /^(|nan|null|none|n\/?a|-+|–|—|#n\/a|unavailable|unknown)$/i
/** Separators of thousands that cannot be decimal marks. */
const groupSigns = /(?<=\d)[\s\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/g

/** Whether the text of a cell means "not measured". */
export const isUnmeasured = (text: string): boolean => notMeasured.test(text.trim())

const plainOf = (text: string): string => text.trim().replaceAll(groupSigns, '').replace(/^−/, '-')

/** The decimal mark that a number shows; `either`: it fits both; null: no mark, or not a number. */
export function markShown(text: string): DecimalMark | 'either' | null {
  const plain = plainOf(numberWithUnit(text)?.number ?? text)
  if (!/^[+-]?[\d.,]+(?:[eE][+-]?\d+)?$/.test(plain)) return null
  const [dots, commas] = [plain.split('.').length - 1, plain.split(',').length - 1]
  if (dots + commas === 0) return null
  if (dots > 0 && commas > 0) return plain.lastIndexOf('.') > plain.lastIndexOf(',') ? '.' : ','
  const mark = dots > 0 ? '.' : ','
  const other = dots > 0 ? ',' : '.'
  if (dots + commas > 1) return other
  const [before = '', after = ''] = plain.replace(/^[+-]/, '').split(mark)
  // 1,234 may be a thousand or a decimal number; 0,234 and 1234,567 and 1,23 are decimal numbers.
  if (/^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after)) return 'either'
  return mark
}

interface Seen {
  text: string
  line: number
}

/** Finds the decimal mark of a file from its numbers. */
export class NumberStyle {
  readonly #first: Partial<Record<DecimalMark, Seen>> = {}
  #either: Seen | undefined

  see(text: string, line: number): void {
    // Fast path: most numbers of a long file show what is already known.
    if (!/[.,]/.test(text) || (this.#first[','] && /^-?\d+,\d+$/.test(text))) return
    if (this.#first['.'] && /^-?\d+\.\d+$/.test(text)) return
    const mark = markShown(text)
    if (mark === null) return
    if (mark === 'either') this.#either ??= { text, line }
    else this.#first[mark] ??= { text, line }
  }

  /** The mark that unambiguous numbers show; null: no such numbers, or both marks. */
  get shown(): DecimalMark | null {
    const { '.': dot, ',': comma } = this.#first
    return dot && comma ? null : dot ? '.' : comma ? ',' : null
  }

  /**
   * The decimal mark. In a comma-separated file ambiguous numbers with a point have a decimal point.
   * @throws FileProblem where numbers show both marks, or all are ambiguous
   */
  decide(file: string, delimiter: string | null): DecimalMark {
    const { '.': dot, ',': comma } = this.#first
    if (dot && comma) {
      throw new FileProblem(
        'mixedNumbers',
        `${file} has "${dot.text}" in line ${dot.line} and "${comma.text}" in line ${comma.line}: ` +
          'say in the map which sign is decimal',
      )
    }
    if (comma) return ','
    if (dot || !this.#either) return '.'
    if (delimiter === ',' && this.#either.text.includes('.')) return '.'
    throw new FileProblem(
      'ambiguousNumbers',
      `${file} has "${this.#either.text}" in line ${this.#either.line} and no number that tells whether that is more ` +
        'than a thousand: say in the map which sign is decimal',
    )
  }
}

/** The number; null: not measured; NaN: not a number. */
export function numberOf(text: string, decimal: DecimalMark): number | null {
  if (isUnmeasured(text)) return null
  const plain = plainOf(text)
  const [group, digits] =
    decimal === ','
      ? [/^[+-]?\d{1,3}(\.\d{2,3})*\.\d{3}(,|$)/, plain.replaceAll('.', '').replace(',', '.')]
      : [/^[+-]?\d{1,3}(,\d{2,3})*,\d{3}(\.|$)/, plain.replaceAll(',', '')]
  // Separators of thousands must be at the thousands; else the text is not a number.
  if (plain.includes(decimal === ',' ? '.' : ',') && !group.test(plain)) return Number.NaN
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(digits) ? Number(digits) : Number.NaN
}
