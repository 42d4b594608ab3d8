import { statfs } from 'node:fs/promises'
import type { Service } from './service.ts'
import { Problem } from './problem.ts'

const retryAfterS = 60

/** Bytes that are free where the embedded database lies; null: the database is elsewhere. */
export async function freeBytes({ settings }: Service): Promise<number | null> {
  if (!settings.storage) return null
  const { bavail, bsize } = await statfs(settings.storage.folder)
  return bavail * bsize
}

/**
 * Keeps a reserve: a database that finds no room for its log at a commit stops altogether, reads too. So loggers are
 * refused, and keep their data, before that.
 * @throws Problem service.storageFull
 */
export async function requireSpace(service: Service): Promise<void> {
  const free = await freeBytes(service)
  if (free !== null && free < (service.settings.storage?.keepFreeBytes ?? 0)) {
    throw new Problem('service.storageFull', { retryAfterS })
  }
}
