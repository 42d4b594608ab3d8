import { statfs } from 'node:fs/promises'
import type { Service } from './service.ts'
import { Problem } from './problem.ts'

const retryAfterS = 60

/** Free bytes on the disk of the embedded database; null: the database is elsewhere. */
export async function freeBytes({ settings }: Service): Promise<number | null> {
  if (!settings.storage) return null
  const { bavail, bsize } = await statfs(settings.storage.folder)
  return bavail * bsize
}

/**
 * Keeps a reserve: PostgreSQL stops altogether, reads included, when a commit finds no space for its log. Loggers are
 * refused before that and keep their data.
 * @throws Problem service.storageFull
 */
export async function requireSpace(service: Service): Promise<void> {
  const free = await freeBytes(service)
  if (free !== null && free < (service.settings.storage?.keepFreeBytes ?? 0)) {
    throw new Problem('service.storageFull', { retryAfterS })
  }
}
