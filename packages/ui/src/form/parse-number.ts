/**
 * Parses a typed number: point or comma before the decimals, ASCII, Arabic or Persian digits, any minus sign. NaN: not
 * a number; null: empty.
 */
export function parseNumber(text: string): number | null {
  const plain = text
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[−–]/g, '-')
    .replace(/[,٫]/g, '.')
  if (plain === '') return null
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
