/** One line of a table whose separator and decimal sign are known. */
export interface Dialect {
  /** A space stands for any run of them. */
  separator: ',' | ';' | '\t' | ' '
  decimalComma: boolean
}

/** Splits a line at its separators; quotes hold a cell together. */
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

/** A number as files write it; NaN: it is none. Empty cells and marks of missing values are none either. */
export function numberOf(text: string | undefined, decimalComma: boolean): number {
  const plain = (text ?? '').trim().replace(/^=?"(.*)"$/, '$1')
  const dotted = decimalComma ? plain.replace(/\.(?=\d{3}(\D|$))/g, '').replace(',', '.') : plain
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(dotted) ? Number(dotted) : Number.NaN
}

const separators = ['\t', ';', ',', ' '] as const

/** How lines may be written, the likeliest first: commas and spaces separate only where most lines hold nothing else. */
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

/** Several numbers in one cell, as tracers write a whole sweep: `0.1;0.2;0.3` or `[0.1, 0.2]`; empty: it is no list. */
export function listOf(cell: string | undefined): number[] {
  const parts = (cell ?? '')
    .replace(/^\s*\[|\]\s*$/g, '')
    .trim()
    .split(/[;,\s|]+/)
  const numbers = parts.map((part) => numberOf(part, false))
  return numbers.length >= 3 && numbers.every((value) => !Number.isNaN(value)) ? numbers : []
}
