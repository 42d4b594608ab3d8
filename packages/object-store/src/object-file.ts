import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ObjectStoreError } from './object-store-error.ts'

/** Requests a path of the bucket; throws if the store refuses. */
type Ask = (path: string, init: RequestInit) => Promise<Response>

type Bytes = Uint8Array<ArrayBuffer>

/** Size of a file's parts. S3 allows 10,000 parts per object: up to 640 GB. */
const filePartBytes = 64 * 2 ** 20
/** Size of a stream's parts; S3 allows no smaller one than 5 MB. Up to 80 GB. */
const streamPartBytes = 8 * 2 ** 20

/** Uploads a file; it becomes visible in the bucket only when it is complete. */
export const uploadFile = (ask: Ask, path: string, file: string): Promise<void> =>
  uploadStream(ask, path, createReadStream(file, { highWaterMark: 2 ** 20 }), {}, {}, filePartBytes)

/**
 * Uploads a stream, of which one part is held in memory; the object becomes visible only when it is complete.
 * `condition`: headers of the request that makes it visible, such as `If-None-Match`.
 */
export async function uploadStream(
  ask: Ask,
  path: string,
  source: AsyncIterable<Uint8Array>,
  headers: Record<string, string>,
  condition: Record<string, string>,
  partBytes = streamPartBytes,
): Promise<void> {
  const parts = inParts(source, partBytes)
  const { value: first } = await parts.next()
  if (first === undefined || first.length < partBytes)
    await ask(path, { method: 'PUT', body: first ?? new Uint8Array(), headers: { ...headers, ...condition } })
  else await uploadParts(ask, path, first, parts, headers, condition)
}

/** Pieces of any length as parts of `bytes` each; the last one is shorter. */
async function* inParts(source: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Bytes, undefined> {
  let part = new Uint8Array(bytes)
  let filled = 0
  for await (const piece of source)
    for (let at = 0; at < piece.length;) {
      const taken = piece.subarray(at, at + bytes - filled)
      part.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled < bytes) continue
      yield part
      part = new Uint8Array(bytes)
      filled = 0
    }
  if (filled > 0) yield part.subarray(0, filled)
}

async function uploadParts(
  ask: Ask,
  path: string,
  first: Bytes,
  others: AsyncIterable<Bytes>,
  headers: Record<string, string>,
  condition: Record<string, string>,
) {
  const begun = await (await ask(`${path}?uploads`, { method: 'POST', headers })).text()
  const uploadId = /<UploadId>([^<]*)<\/UploadId>/.exec(begun)?.[1]
  if (uploadId === undefined) throw new ObjectStoreError('the object store begins no upload of parts')
  const upload = `uploadId=${encodeURIComponent(uploadId)}`
  let parts = ''
  let count = 0
  const send = async (body: Bytes) => {
    count += 1
    const reply = await ask(`${path}?partNumber=${count}&${upload}`, { method: 'PUT', body })
    parts += `<Part><PartNumber>${count}</PartNumber><ETag>${reply.headers.get('etag') ?? ''}</ETag></Part>`
  }
  try {
    await send(first)
    for await (const part of others) await send(part)
    const body = `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`
    const said = await (await ask(`${path}?${upload}`, { method: 'POST', body, headers: { 'content-type': 'application/xml', ...condition } })).text() // prettier-ignore
    // S3 may report an error in the body after it has sent status 200.
    if (said.includes('<Error>'))
      throw new ObjectStoreError(`the object store does not join the parts of ${path}: ${said}`)
  } catch (error) {
    // The store charges for parts that are never joined.
    await ask(`${path}?${upload}`, { method: 'DELETE' }).catch(() => {})
    throw error
  }
}

/** The body of a reply as a stream of Node. */
export const streamOf = (body: ReadableStream): Readable =>
  Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])

export const downloadFile = (body: ReadableStream, file: string): Promise<void> =>
  pipeline(streamOf(body), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
