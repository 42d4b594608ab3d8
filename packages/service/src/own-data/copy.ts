import { type AccountCopy, accountCopyDays } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { Readable } from 'node:stream'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { requireSpace } from '../base/storage.ts'
import {
  type CopyRow,
  deleteCopy,
  findCopy,
  findParts,
  insertCopy,
  type PackedFile,
  readBodies,
  setFetched,
} from './queries/copy.ts'
import { directoryOf, headOf } from './zip.ts'

const keptMs = accountCopyDays * 24 * 3_600_000

export async function getCopy(service: Service, accountId: string): Promise<AccountCopy | null> {
  const row = await findCopy(service.db.read, accountId, service.now())
  return row ? toCopy(row) : null
}

/**
 * Requests a copy; a copy that is being written is kept instead.
 * @throws Problem service.storageFull
 */
export async function askCopy(service: Service, accountId: string): Promise<AccountCopy> {
  await requireSpace(service)
  const now = service.now()
  return toCopy(await service.db.transaction((tx) => insertCopy(tx, accountId, { now, expiresAt: now + keptMs })))
}

/** @throws Problem notFound, export.notReady */
export async function openCopy(service: Service, accountId: string): Promise<AccountCopy> {
  const { id } = await readyCopy(service, accountId)
  return toCopy(await service.db.transaction((tx) => setFetched(tx, id, service.now())))
}

/** @throws Problem notFound, export.notReady */
export async function fetchCopy(service: Service, accountId: string) {
  const { id, created_at } = await readyCopy(service, accountId)
  const files = await findParts(service.db.read, id)
  const name = `helioport-${iso(created_at).slice(0, 10)}.zip`
  return { type: 'application/zip', name, body: Readable.from(zipOf(service, id, files)) }
}

async function readyCopy(service: Service, accountId: string): Promise<CopyRow> {
  const row = await findCopy(service.db.read, accountId, service.now())
  if (!row) throw new Problem('notFound')
  if (row.state !== 'done') throw new Problem('export.notReady')
  return row
}

async function* zipOf(service: Service, copyId: string, files: readonly PackedFile[]): AsyncGenerator<Buffer> {
  let no = 0
  for await (const body of readBodies(service.db.read, copyId)) {
    const file = files[no]
    // The copy was removed while it is read: the transfer must fail, not end as if complete.
    if (file?.packed !== body.length) throw new Error('the copy is gone')
    yield headOf(file)
    yield body
    no += 1
  }
  if (no !== files.length) throw new Error('the copy is gone')
  yield* directoryOf(files)
}

export async function removeCopy(service: Service, accountId: string): Promise<void> {
  await service.db.transaction((tx) => deleteCopy(tx, accountId))
}

function toCopy(row: CopyRow): AccountCopy {
  return {
    id: row.id,
    state: row.state,
    files: row.files,
    bytes: row.bytes,
    createdAt: iso(row.created_at),
    finishedAt: row.finished_at === null ? null : iso(row.finished_at),
    expiresAt: iso(row.expires_at),
    fetchedAt: row.fetched_at === null ? null : iso(row.fetched_at),
  }
}
