import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import type { Layout } from '../store/layout.ts'
import { readBuilt } from './built-code.ts'
import { listed, type Violation, violation } from './violation.ts'

async function hasMap(folder: string, file: string): Promise<boolean> {
  try {
    const map = JSON.parse(await readFile(join(folder, `${file}.map`), 'utf8')) as {
      version?: number
      mappings?: string
    }
    return map.version === 3 && typeof map.mappings === 'string'
  } catch {
    return readBuilt(await readFile(join(folder, file), 'utf8').catch(() => ''))?.isData === true
  }
}

/** Every script has its source map in the store (it is never served): without one its errors cannot be read. */
export async function sourceMapViolations(layout: Layout, release: Release): Promise<Violation[]> {
  const folder = layout.release(release.name, release.release)
  const scripts = Object.keys(release.files).filter((file) => file.endsWith('.js'))
  const without = await Promise.all(scripts.map(async (file) => ((await hasMap(folder, file)) ? [] : [file])))
  const names = without.flat()
  return names.length === 0 ? [] : [violation('source-map', `there is no source map of ${listed(names)}`)]
}
