import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import { type Layout } from '../store/layout.ts'
import { retainedReleases } from '../store/release-objects.ts'
import { readPointers } from '../store/pointer.ts'
import { readRelease } from '../store/release-index.ts'
import { readBuilt } from './built-code.ts'
import { listed, type Violation, violation } from './violation.ts'

async function bytesOf(folder: string, file: string): Promise<Buffer | undefined> {
  return readFile(join(folder, file)).catch(() => undefined)
}

/** Files that differ from the hashes in the release's record: overwritten under an existing identity. */
async function changedFiles(folder: string, release: Release): Promise<string[]> {
  const checked = await Promise.all(
    Object.entries(release.files).map(async ([file, { integrity }]) => {
      const bytes = await bytesOf(folder, file)
      const found = bytes && `sha256-${createHash('sha256').update(bytes).digest('base64')}`
      return found === integrity ? [] : [file]
    }),
  )
  return checked.flat()
}

/**
 * Every release has its own name for the federation run time and the bundler's, and its code uses that name: an open
 * tab would mix up two releases of one name.
 */
export async function identityViolations(layout: Layout, release: Release): Promise<Violation[]> {
  const found: Violation[] = []
  const note = (message: string) => void found.push(violation('identity', message))
  const folder = layout.release(release.name, release.release)
  const parts = new Set([release.name, ...(await readPointers(layout)).map(({ name }) => name)])
  for (const name of parts) {
    for (const other of await retainedReleases(layout, name)) {
      if (name === release.name && other === release.release) continue
      const record = await readRelease(layout, name, other).catch(() => undefined)
      if (record?.scope === release.scope) note(`the name ${release.scope} is that of ${name} ${other}`)
    }
  }
  for (const file of await changedFiles(folder, release)) note(`${file} is not the file that was released`)
  if (release.name === 'shell') return found
  const entry = readBuilt((await bytesOf(folder, release.entry))?.toString() ?? '')
  if (entry?.globals.has(release.scope) !== true || !entry.chunkLists.has(release.scope))
    note(`the entry does not call itself ${release.scope}`)
  const foreign = [...(entry?.chunkLists ?? [])].filter((name) => name !== release.scope)
  if (foreign.length > 0) note(`the entry takes chunks of ${listed(foreign)}`)
  return found
}
