/** One line of a table whose separator and decimal sign are known. */
export interface Dialect {
  separator: ',' | ';' | '\t'
  decimalComma: boolean
}

/** Splits a line at its separators; quotes hold a cell together. */
export function splitLine(line: string, separator: string): string[] {
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

/** How most lines are written; commas separate only where nothing else does. */
export function dialectOf(lines: readonly string[]): Dialect {
  const count = (sign: string) => lines.filter((line) => line.includes(sign)).length
  const half = lines.length / 2
  if (count('\t') > half) return { separator: '\t', decimalComma: hasDecimalComma(lines, '\t') }
  if (count(';') > half) return { separator: ';', decimalComma: hasDecimalComma(lines, ';') }
  return { separator: ',', decimalComma: false }
}

function hasDecimalComma(lines: readonly string[], separator: string): boolean {
  const cells = lines.flatMap((line) => splitLine(line, separator))
  const commas = cells.filter((cell) => /^[+-]?\d+,\d+([eE][+-]?\d+)?$/.test(cell)).length
  const dots = cells.filter((cell) => /^[+-]?\d+\.\d+([eE][+-]?\d+)?$/.test(cell)).length
  return commas > dots
}
