import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A body in the encodings that browsers ask for. */
export interface Encodings {
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

export interface Encoded extends Encodings {
  etag: string
}

/** Of brotli: nobody shall wait for an index right after a change. */
const quality = 5

export async function encode(plain: Buffer): Promise<Encoded> {
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(plain),
  ])
  return { plain, br, gzip: zipped, etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` }
}

/** Sends the smallest that the browser takes. */
export function sendEncoded(request: FastifyRequest, reply: FastifyReply, body: Encodings): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(body.br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(body.gzip)
  return reply.send(body.plain)
}
