import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { makeFilm } from './film.ts'
import { webmOf } from './webm.ts'

/** Elements by id, with consistent lengths, as ffprobe would check. */
function elementsOf(film: Buffer): Map<number, Buffer[]> {
  const found = new Map<number, Buffer[]>()
  const masters = new Set([0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675])
  const walk = (bytes: Buffer) => {
    for (let at = 0; at < bytes.length;) {
      const width = Math.clz32(bytes[at] ?? 0) - 23
      const id = bytes.readUIntBE(at, width)
      const length = Number(bytes.readBigUInt64BE(at + width) & ((1n << 56n) - 1n))
      const body = bytes.subarray(at + width + 8, at + width + 8 + length)
      expect(body.length).toBe(length)
      found.set(id, [...(found.get(id) ?? []), body])
      if (masters.has(id)) walk(body)
      at += width + 8 + length
    }
  }
  walk(film)
  return found
}

test('a film is WebM with one VP8 track and a time for every frame', async () => {
  const frames = Array.from({ length: 12 }, (_, at) => Buffer.from([at]))
  const found = elementsOf(webmOf(frames, { width: 64, height: 36, perSecond: 10 }))
  expect(found.get(0x86)?.map(String)).toEqual(['V_VP8'])
  expect(found.get(0x4489)?.[0]?.readDoubleBE()).toBe(1200)
  expect(found.get(0xe7)?.map((each) => each.toString('hex'))).toEqual(['00', '03e8'])
  const blocks = found.get(0xa3) ?? []
  expect(blocks.map((each) => [each.readInt16BE(1), each[4]])).toEqual(frames.map((_, at) => [(at % 10) * 100, at]))
})

test('a film is deterministic, and each frame is a complete picture', async () => {
  const [film, again] = [await makeFilm(3), await makeFilm(3)]
  expect(createHash('sha256').update(film).digest('hex')).toBe(createHash('sha256').update(again).digest('hex'))
  const [block = Buffer.alloc(0)] = elementsOf(Buffer.from(film)).get(0xa3) ?? []
  const frame = block.subarray(4)
  const padded = frame.length % 2 === 0 ? frame : Buffer.concat([frame, Buffer.alloc(1)])
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(12 + padded.length, 4)
  head.write('WEBPVP8 ', 8, 'latin1')
  head.writeUInt32LE(frame.length, 16)
  const { width, height } = await sharp(Buffer.concat([head, padded])).metadata()
  expect([width, height]).toEqual([640, 360])
})
