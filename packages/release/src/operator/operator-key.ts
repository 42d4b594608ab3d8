import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../store/disk.ts'
import type { Layout } from '../store/layout.ts'
import { withLock } from '../store/lock.ts'

/**
 * The operators' key of this data folder: 256 random bits, made at first use, readable by the file's owner only.
 * Replace the file's content to lock out everybody who knows the key; no restart is needed.
 */
export async function openOperatorKey(layout: Layout): Promise<string> {
  const file = join(layout.keys, 'operator-key')
  const read = async () => (await readFile(file, 'utf8').catch(() => '')).trim()
  const known = await read()
  if (known !== '') return known
  await layout.disk.makeFolder(layout.keys, 0o700)
  const make = async () => {
    const made = await read()
    if (made !== '') return made
    const fresh = randomBytes(32).toString('base64url')
    await replaceFile(layout.disk, file, `${fresh}\n`, 0o600)
    return fresh
  }
  return withLock(join(layout.keys, 'lock'), make, { disk: layout.disk })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether an Authorization header contains the key; constant time. */
export function provesKey(authorization: string | undefined, key: string): boolean {
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${key}`))
}
