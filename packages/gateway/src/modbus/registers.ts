/** Order of the registers of one value: most devices send the high word first. */
export type WordOrder = 'highFirst' | 'lowFirst'

export type NumberType = 'int16' | 'uint16' | 'int32' | 'uint32' | 'int64' | 'uint64' | 'float32'

/** Number of registers per type. */
export const wordsOf: Record<NumberType, number> = {
  int16: 1,
  uint16: 1,
  int32: 2,
  uint32: 2,
  int64: 4,
  uint64: 4,
  float32: 2,
}

/** The number in registers of 16 bits; undefined if registers are missing. Precision is lost beyond 2^53. */
export function numberIn(
  words: readonly number[],
  offset: number,
  type: NumberType,
  order: WordOrder = 'highFirst',
): number | undefined {
  const own = words.slice(offset, offset + wordsOf[type])
  if (own.length < wordsOf[type]) return undefined
  if (order === 'lowFirst') own.reverse()
  const view = new DataView(new ArrayBuffer(8))
  own.forEach((word, i) => view.setUint16(2 * i, word))
  switch (type) {
    case 'int16':
      return view.getInt16(0)
    case 'uint16':
      return view.getUint16(0)
    case 'int32':
      return view.getInt32(0)
    case 'uint32':
      return view.getUint32(0)
    case 'float32':
      return plainFloat(view.getFloat32(0))
    case 'int64':
      return Number(view.getBigInt64(0))
    case 'uint64':
      return Number(view.getBigUint64(0))
  }
}

/** Shortest decimal number with the same value in single precision. */
function plainFloat(value: number): number {
  if (Number.isInteger(value)) return value
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

/** Text in registers, two characters each, ended by NUL or padded with blanks. */
export function textIn(words: readonly number[], offset: number, count: number): string {
  const bytes = words.slice(offset, offset + count).flatMap((word) => [word >> 8, word & 0xff])
  const end = bytes.indexOf(0)
  return Buffer.from(end < 0 ? bytes : bytes.slice(0, end))
    .toString('utf8')
    .trim()
}

/** All registers 0 or all FFFF: many devices send it while they start; not an answer. */
export const saysNothing = (words: readonly number[]): boolean =>
  words.every((word) => word === 0) || words.every((word) => word === 0xffff)
