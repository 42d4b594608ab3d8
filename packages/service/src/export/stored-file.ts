import { Readable } from 'node:stream'
import type { Service } from '../base/service.ts'
import { openFile, putFile } from '../file-store/file-store.ts'
import type { ExportFile } from './file.ts'
import { holdExportTask, insertChunk, readChunks } from './queries/task.ts'

const chunkBytes = 256 * 1024

/** The task was removed, or another instance has it. */
export class TaskLost extends Error {}

/**
 * Stores the file of a task in the bucket, or else in the database, as it is written. Before each chunk `check` looks
 * whether it may go on, and the claim on the task is renewed. Returns the key of the object; null: in the database.
 * @throws TaskLost; ObjectStoreError; what `check` throws
 */
export async function storeFile(
  service: Service,
  task: { id: string; claimed_at: number | null },
  { body, type }: Pick<ExportFile, 'body' | 'type'>,
  check: () => Promise<void>,
): Promise<string | null> {
  let claimedAt = task.claimed_at ?? 0
  let no = 0
  const isInBucket = service.files !== undefined
  async function* held() {
    for await (const chunk of chunksOf(body)) {
      await check()
      claimedAt = await service.db.transaction(async (tx) => {
        const heldAt = await holdExportTask(tx, { id: task.id, claimedAt }, chunk.length, service.now())
        if (heldAt === null) throw new TaskLost()
        if (!isInBucket) await insertChunk(tx, task.id, no, chunk)
        return heldAt
      })
      no += 1
      yield chunk
    }
  }
  if (isInBucket) return putFile(service, 'exports', held(), type)
  for await (const _ of held());
  return null
}

/** The rest is a chunk, too, even if it is empty. */
async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    parts.push(Buffer.from(part as Uint8Array))
    size += (part as Uint8Array).length
    if (size < chunkBytes) continue
    yield Buffer.concat(parts)
    parts = []
    size = 0
  }
  yield Buffer.concat(parts)
}

/**
 * The stored file; undefined: the bucket has lost it.
 * @throws ObjectStoreError
 */
export async function openStored(
  service: Service,
  { id, object_key: key }: { id: string; object_key: string | null },
): Promise<Readable | undefined> {
  return key === null ? Readable.from(readChunks(service.db.read, id)) : openFile(service, key)
}
