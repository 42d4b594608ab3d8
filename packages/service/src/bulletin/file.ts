import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Bulletin, maxFileBytes } from '@helioport/contract'
import { findBulletin } from './queries/bulletin.ts'
import { deleteFile, readFileParts, upsertFile } from './queries/file.ts'
import { getBulletin, typeOf } from './publish.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { requireSpace } from '../base/storage.ts'

/** Magic bytes of each file type, and their offset. */
const beginnings: Readonly<Record<string, { at: number; bytes: string }>> = {
  pdf: { at: 0, bytes: '%PDF-' },
  zip: { at: 0, bytes: 'PK\u0003\u0004' },
  webm: { at: 0, bytes: '\u001aEß£' },
  mp4: { at: 4, bytes: 'ftyp' },
}

/**
 * Stores the file of a bulletin; it replaces a former one.
 * @throws Problem request.tooLarge, file.invalid (content does not match its name), notFound, service.storageFull
 */
export async function setFile(
  service: Service,
  accountId: string,
  bulletinId: string,
  name: string,
  bytes: Buffer,
): Promise<Bulletin> {
  if (bytes.length >= maxFileBytes) throw new Problem('request.tooLarge')
  if (!isWhatItSays(name, bytes)) throw new Problem('file.invalid')
  await requireSpace(service)
  const sha256 = createHash('sha256').update(bytes).digest()
  const isThere = await service.db.transaction((tx) => upsertFile(tx, bulletinId, { name, bytes, sha256 }))
  if (!isThere) throw new Problem('notFound')
  return getBulletin(service, accountId, bulletinId)
}

/** @throws Problem notFound */
export async function clearFile(service: Service, accountId: string, bulletinId: string): Promise<Bulletin> {
  await service.db.transaction((tx) => deleteFile(tx, bulletinId))
  return getBulletin(service, accountId, bulletinId)
}

/**
 * The file as a download, never displayed: with its name, and the type of its extension.
 * @throws Problem notFound
 */
export async function getFile(service: Service, accountId: string, bulletinId: string) {
  const row = await findBulletin(service.db.read, accountId, bulletinId)
  const { file_name: name = null, file_bytes: size = null, file_sha256: sha256 = null } = row ?? {}
  if (name === null || size === null || sha256 === null) throw new Problem('notFound')
  const parts = readFileParts(service.db.read, bulletinId, sha256, size)
  return {
    type: typeOf(name),
    name,
    headers: { 'content-length': String(size), etag: `"${sha256.toString('hex')}"` },
    body: Readable.from(parts),
  }
}

/** Whether the content matches the file's extension: by its first bytes; text must be UTF-8 without NUL. */
function isWhatItSays(name: string, bytes: Buffer): boolean {
  if (bytes.length === 0) return false
  const beginning = beginnings[name.slice(name.lastIndexOf('.') + 1)]
  if (!beginning) return isText(bytes)
  const { at, bytes: expected } = beginning
  return bytes.toString('latin1', at, at + expected.length) === expected
}

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
