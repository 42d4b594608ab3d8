import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface Packed {
  crc: number
  size: number
  body: Buffer
  /** Number of line ends in the uncompressed content. */
  lines: number
}

/** Compresses a stream, without holding it uncompressed in memory. */
export async function pack(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Packed> {
  let crc = 0
  let size = 0
  let lines = 0
  const body: Buffer[] = []
  async function* counted() {
    for await (const piece of pieces) {
      crc = crc32(piece, crc)
      size += piece.length
      for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) lines += 1
      yield piece
    }
  }
  await pipeline(counted, createDeflateRaw(), async (packed: AsyncIterable<Buffer>) => {
    for await (const piece of packed) body.push(piece)
  })
  return { crc, size, body: Buffer.concat(body), lines }
}

/** Turns lines of one JSON object each into a JSON array. */
export async function* arrayOf(lines: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('[\n')
  let held = ''
  for await (const piece of lines) {
    // latin1 maps bytes one to one: a chunk may end inside a multi-byte character.
    const text = held + (piece as Buffer).toString('latin1')
    const isEnd = text.endsWith('\n')
    held = isEnd ? '\n' : ''
    yield Buffer.from((isEnd ? text.slice(0, -1) : text).replaceAll('\n', ',\n'), 'latin1')
  }
  yield Buffer.from('\n]\n')
}
