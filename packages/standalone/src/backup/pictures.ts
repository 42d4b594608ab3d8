import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { type ObjectStore, objectStoreFrom } from '@helioport/object-store'
import type { PictureObject, SavedPicture } from '@helioport/service/database'
import { Refusal } from '../operate/refusal.ts'

/** File of a backup: a line of JSON per picture of the bucket, its bytes in base64. */
export const picturesFile = 'pictures.jsonl'

/** The bucket of pictures and files of exports; undefined: none configured. */
export const filesBucketOf = (environment: NodeJS.ProcessEnv): ObjectStore | undefined =>
  objectStoreFrom('FILES', environment)

/**
 * Adds the pictures of the bucket to a backup. Returns the keys that the bucket has lost.
 * @throws Refusal where none is configured; ObjectStoreError
 */
export async function savePictures(
  bucket: ObjectStore | undefined,
  pictures: readonly PictureObject[],
  add: (lines: Readable) => Promise<void>,
): Promise<string[]> {
  if (pictures.length === 0) return []
  if (bucket === undefined)
    throw new Refusal(`${pictures.length} pictures lie in a bucket, and FILES_S3_URL names none`, 'FILES_S3_URL=… FILES_S3_KEY=… FILES_S3_SECRET=…, as the service has them') // prettier-ignore
  const from = bucket
  const lost: string[] = []
  async function* lines() {
    for (const { key, type } of pictures) {
      const bytes = await from.get(key)
      if (bytes === undefined) lost.push(key)
      else yield `${JSON.stringify({ key, type, bytes: bytes.toString('base64') })}\n`
    }
  }
  await add(Readable.from(lines()))
  return lost
}

export async function* readPictures(lines: Readable): AsyncGenerator<SavedPicture> {
  for await (const line of createInterface({ input: lines })) {
    const { key, type, bytes } = JSON.parse(line) as PictureObject & { bytes: string }
    yield { key, type, bytes: Buffer.from(bytes, 'base64') }
  }
}
