import { randomUUID } from 'node:crypto'
import { type ObjectStore, ObjectStoreError } from '@helioport/object-store'
import type { Readable } from 'node:stream'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import { announceObject, claimObject, deleteDueObjects, takeDueObjects } from './queries/object-due.ts'

/** Time from the last sign of a writer until its object counts as left over by a process that died. */
const unclaimedMs = 3_600_000
const perTurn = 100

function bucketOf({ files }: Service): ObjectStore {
  if (!files) throw new ObjectStoreError('the file lies in a bucket, and FILES_S3_URL names none')
  return files
}

/**
 * Writes an object under a random key, which it returns; the caller names the key in a row and claims it with
 * `claimFile`, both in one transaction. What is never claimed is removed by a job.
 * @throws ObjectStoreError
 */
export async function putFile(
  service: Service,
  folder: 'pictures' | 'exports',
  source: AsyncIterable<Uint8Array>,
  type: string,
): Promise<string> {
  const files = bucketOf(service)
  const key = `${folder}/${randomUUID()}`
  let announcedAt = service.now()
  const announce = () => service.db.transaction((tx) => announceObject(tx, key, announcedAt + unclaimedMs))
  async function* announced() {
    for await (const piece of source) {
      if (service.now() - announcedAt > unclaimedMs / 4) {
        announcedAt = service.now()
        await announce()
      }
      yield piece
    }
  }
  await announce()
  await files.write(key, announced(), { type, cache: 'private' })
  return key
}

/**
 * The object belongs to the row that `tx` writes.
 * @throws ObjectStoreError where the job is removing it: it was written for longer than an hour
 */
export async function claimFile(tx: Transaction, key: string): Promise<void> {
  if (!(await claimObject(tx, key))) throw new ObjectStoreError(`${key} was not named in time, and is removed`)
}

/**
 * A file of any length; undefined: the bucket has none of that key.
 * @throws ObjectStoreError where the bucket is away, or none is configured
 */
export const openFile = async (service: Service, key: string): Promise<Readable | undefined> =>
  bucketOf(service).read(key)

interface StoredBytes {
  bytes: Buffer | null
  object_key: string | null
}

/**
 * Bytes of a short file, which lie in its row or in the bucket; undefined: they are in neither.
 * @throws ObjectStoreError as `openFile`
 */
export async function bytesOf(service: Service, { bytes, object_key: key }: StoredBytes): Promise<Buffer | undefined> {
  if (bytes !== null || key === null) return bytes ?? undefined
  const found = await bucketOf(service).look(key)
  return found === undefined || found === 'same' ? undefined : found.bytes
}

/** Removes objects that no row names any more; while the bucket is away they stay due. A job. */
export async function removeDueFiles(service: Service): Promise<void> {
  const { files } = service
  if (!files) return
  for (;;) {
    const keys = await service.db.transaction((tx) => takeDueObjects(tx, service.now(), perTurn))
    if (keys.length === 0) return
    await files.remove(keys)
    await service.db.transaction((tx) => deleteDueObjects(tx, keys))
  }
}
