import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, crc32, deflateRaw } from 'node:zlib'

/** A page's body in the encodings that browsers ask for. */
export interface PageBody {
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** A page that is compressed once, and sent each time with a new nonce. */
export interface NoncePage {
  /** Whether the shell has a place for a nonce; older shells have none. */
  hasNonce: boolean
  withNonce: (nonce: string) => PageBody
  /** Hash of its text. */
  mark: string
}

/** Reply to a browser: the page with a new nonce, or that its cached page, with that page's nonce, is still current. */
export interface PageAnswer {
  nonce: string
  etag: string
  isKept: boolean
}

const etagText = /^(?:W\/)?"([\w-]{22})\.([\w-]{22})"$/

/**
 * `kept`: the browser's If-None-Match. The ETag contains the nonce, so that a 304's policy names the cached page's
 * nonce.
 */
export function answerFor({ mark }: NoncePage, kept: string | undefined): PageAnswer {
  const [, keptMark, keptNonce] = etagText.exec(kept ?? '') ?? []
  const isKept = keptNonce !== undefined && keptMark === mark
  const nonce = isKept ? keptNonce : randomBytes(16).toString('base64url')
  return { nonce, etag: `"${mark}.${nonce}"`, isKept }
}

const place = ' nonce="'
/** Most bytes after the nonce, which are sent uncompressed: one stored block holds them. */
const maxTail = 4_096

/** The end of a brotli stream whose beginning was flushed: `bytes` as one uncompressed meta-block (RFC 7932, 9.2). */
function storedBrotli(bytes: Buffer): Buffer {
  // From the lowest bit: not the last block, length - 1 in four nibbles, uncompressed.
  const head = ((bytes.length - 1) << 3) | (1 << 19)
  return Buffer.concat([Buffer.from([head & 255, (head >> 8) & 255, head >> 16]), bytes, Buffer.from([3])])
}

/** The same of a deflate stream: one stored block, the last one (RFC 1951, 3.2.4). */
function storedDeflate(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(1, 0)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes])
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

/** Compresses a page once with the best quality; the short text after the nonce's place is appended uncompressed. */
export async function noncePageOf(text: string): Promise<NoncePage> {
  const at = text.lastIndexOf(`${place}"`)
  const hasNonce = at >= 0
  const split = hasNonce ? at + place.length : Math.max(0, text.length - 16)
  const [head, rest] = [Buffer.from(text.slice(0, split)), text.slice(split)]
  if (Buffer.byteLength(rest) > maxTail) throw new Error('too much comes after the nonce of the page')
  const [br, deflated] = await Promise.all([
    promisify(brotliCompress)(head, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
    promisify(deflateRaw)(head, { finishFlush: constants.Z_SYNC_FLUSH }),
  ])
  const sum = crc32(head)
  return {
    hasNonce,
    mark: createHash('sha256').update(text).digest('base64url').slice(0, 22),
    withNonce(nonce) {
      const tail = Buffer.from(hasNonce ? nonce + rest : rest)
      const end = Buffer.alloc(8)
      end.writeUInt32LE(crc32(tail, sum), 0)
      end.writeUInt32LE(head.length + tail.length, 4)
      return {
        plain: Buffer.concat([head, tail]),
        br: Buffer.concat([br, storedBrotli(tail)]),
        gzip: Buffer.concat([gzipHead, deflated, storedDeflate(tail), end]),
      }
    },
  }
}
