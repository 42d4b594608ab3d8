import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Requests a path of the bucket; throws if the store refuses. */
type Ask = (path: string, init: RequestInit) => Promise<Response>

/** Size of an upload's parts, one of which is held in memory. S3 allows 10,000 parts per file: up to 640 GB. */
const partBytes = 64 * 2 ** 20

/** Uploads a file; it becomes visible in the bucket only when it is complete. */
export async function uploadFile(ask: Ask, path: string, file: string): Promise<void> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const partAt = async (at: number) => {
      const part = new Uint8Array(Math.min(partBytes, size - at))
      await handle.read(part, 0, part.length, at)
      return part
    }
    if (size <= partBytes) await ask(path, { method: 'PUT', body: await partAt(0) })
    else await uploadParts(ask, path, Math.ceil(size / partBytes), (no) => partAt(no * partBytes))
  } finally {
    await handle.close()
  }
}

async function uploadParts(
  ask: Ask,
  path: string,
  count: number,
  partOf: (no: number) => Promise<Uint8Array<ArrayBuffer>>,
) {
  const begun = await (await ask(`${path}?uploads`, { method: 'POST' })).text()
  const uploadId = /<UploadId>([^<]*)<\/UploadId>/.exec(begun)?.[1]
  if (uploadId === undefined) throw new Error('the object store begins no upload of parts')
  const upload = `uploadId=${encodeURIComponent(uploadId)}`
  try {
    let parts = ''
    for (let no = 0; no < count; no += 1) {
      const { headers } = await ask(`${path}?partNumber=${no + 1}&${upload}`, { method: 'PUT', body: await partOf(no) })
      parts += `<Part><PartNumber>${no + 1}</PartNumber><ETag>${headers.get('etag') ?? ''}</ETag></Part>`
    }
    const body = `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`
    const said = await (await ask(`${path}?${upload}`, { method: 'POST', body, headers: { 'content-type': 'application/xml' } })).text() // prettier-ignore
    // S3 may report an error in the body after it has sent status 200.
    if (said.includes('<Error>')) throw new Error(`the object store does not join the parts of ${path}: ${said}`)
  } catch (error) {
    // The store charges for parts that are never joined.
    await ask(`${path}?${upload}`, { method: 'DELETE' }).catch(() => {})
    throw error
  }
}

export const downloadFile = (body: ReadableStream, file: string): Promise<void> =>
  pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })) // prettier-ignore
