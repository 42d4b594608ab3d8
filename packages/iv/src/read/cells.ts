/** How the lines of a table are written. */
export interface Dialect {
  /** A space means any run of spaces. */
  separator: ',' | ';' | '\t' | ' '
  decimalComma: boolean
}

/** Splits a line at its separators, outside of quotes. */
export function splitLine(line: string, separator: string): string[] {
  if (separator === ' ') return line.trim().split(/\s+/)
  const cells: string[] = []
  let [cell, quoted] = ['', false]
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]
    if (sign === '"' && quoted && line[i + 1] === '"') {
      cell += '"'
      i++
    } else if (sign === '"') quoted = !quoted
    else if (sign === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  cells.push(cell.trim())
  return cells
}

/** The number of a cell; NaN: not a number, empty, or a mark for a missing value. */
export function numberOf(text: string | undefined, decimalComma: boolean): number {
  const plain = (text ?? '').trim().replace(/^=?"(.*)"$/, '$1')
  const dotted = decimalComma ? plain.replace(/\.(?=\d{3}(\D|$))/g, '').replace(',', '.') : plain
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(dotted) ? Number(dotted) : Number.NaN
}

const separators = ['\t', ';', ',', ' '] as const

/** Possible dialects, the most likely first: separators that are in most lines, then the others, a space last. */
export function dialectsOf(lines: readonly string[]): Dialect[] {
  const count = (sign: string) => lines.filter((line) => line.includes(sign)).length
  const often = separators.filter((sign) => sign !== ' ' && count(sign) > lines.length / 2)
  const rest = separators.filter((sign) => !often.includes(sign))
  return [...often, ...rest].map((separator) => ({ separator, decimalComma: hasDecimalComma(lines, separator) }))
}

function hasDecimalComma(lines: readonly string[], separator: string): boolean {
  const cells = lines.flatMap((line) => splitLine(line, separator))
  const commas = cells.filter((cell) => /^[+-]?\d+,\d+([eE][+-]?\d+)?$/.test(cell)).length
  const dots = cells.filter((cell) => /^[+-]?\d+\.\d+([eE][+-]?\d+)?$/.test(cell)).length
  return commas > dots
}

/** Several numbers in one cell, as some tracers write a sweep: `0.1;0.2;0.3` or `[0.1, 0.2]`; empty: not a list. */
export function listOf(cell: string | undefined): number[] {
  const parts = (cell ?? '')
    .replace(/^\s*\[|\]\s*$/g, '')
    .trim()
    .split(/[;,\s|]+/)
  const numbers = parts.map((part) => numberOf(part, false))
  return numbers.length >= 3 && numbers.every((value) => !Number.isNaN(value)) ? numbers : []
}
