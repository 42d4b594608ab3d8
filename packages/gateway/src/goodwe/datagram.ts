/** Answers of both protocols at GoodWe's port 8899 begin alike. */
const head = [0xaa, 0x55] as const
const readHolding = 0x03

/** Modbus RTU checksum; the low byte is sent first. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}

/** Reads `count` registers: a Modbus RTU message in a datagram. */
export function registersQuestion(unit: number, address: number, count: number): Buffer {
  const question = Buffer.from([unit, readHolding, address >> 8, address & 0xff, count >> 8, count & 0xff, 0, 0])
  question.writeUInt16LE(crcOf(question.subarray(0, 6)), 6)
  return question
}

type RegistersAnswer = { kind: 'words'; words: number[] } | { kind: 'exception'; code: number } | { kind: 'foreign' }

/** `foreign`: not the answer to this question, but a late or damaged one. */
export function registersIn(answer: Buffer, unit: number, count: number): RegistersAnswer {
  const [first, second, from, code = 0, size = 0] = answer
  if (first !== head[0] || second !== head[1] || from !== unit) return { kind: 'foreign' }
  if (code === (readHolding | 0x80)) return { kind: 'exception', code: size }
  const end = 5 + size
  if (code !== readHolding || size !== 2 * count || answer.length < end + 2) return { kind: 'foreign' }
  if (crcOf(answer.subarray(2, end)) !== answer.readUInt16LE(end)) return { kind: 'foreign' }
  return { kind: 'words', words: Array.from({ length: count }, (_, i) => answer.readUInt16BE(5 + 2 * i)) }
}

const sumOf = (bytes: Uint8Array) => bytes.reduce((sum, byte) => (sum + byte) & 0xffff, 0)

/** A question of the older protocol: from C0 to 7F, two bytes of command, no data. */
export function plainQuestion([control, topic]: readonly [number, number]): Buffer {
  const question = Buffer.from([...head, 0xc0, 0x7f, control, topic, 0, 0, 0])
  question.writeUInt16BE(sumOf(question.subarray(0, 7)), 7)
  return question
}

/** Data of the answer to such a question; null: another answer, or damaged. */
export function plainAnswer(answer: Buffer, [control, topic]: readonly [number, number]): Buffer | null {
  const size = answer[6] ?? 0
  const isIt = answer[0] === head[0] && answer[1] === head[1] && answer[4] === control && answer[5] === (topic | 0x80)
  if (!isIt || answer.length < 9 + size) return null
  return sumOf(answer.subarray(0, 7 + size)) === answer.readUInt16BE(7 + size) ? answer.subarray(7, 7 + size) : null
}
