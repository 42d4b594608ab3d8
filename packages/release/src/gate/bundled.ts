import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import type { Layout } from '../store/layout.ts'
import { packageOf } from './libraries.ts'
import { listed, type Violation, violation } from './violation.ts'

/**
 * Libraries of which a page has one, in the shell: what a second copy gives does not fit the first one's (hooks of another
 * React, links of another router, other texts). By name of the package, with a text that its code keeps when it is made
 * small, so that a copy is found wherever its files lie. Others a remote may bring: libraries.ts.
 */
const singletons: Readonly<Record<string, RegExp | undefined>> = {
  react: /\b__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=/,
  'react-dom': /\b__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=/,
  scheduler: /\bunstable_scheduleCallback\s*=/,
  'react-router': /\b__reactRouterVersion\b/,
  'react-router-dom': undefined,
  i18next: /\bcacheInBuiltFormats\b|\bloadNamespaces\s*\([^)]*\)\s*\{[^}]*\bns\.indexOf\b/,
  'react-i18next': /\breact-i18next::/,
}

/** Packages that a script is compiled from, as its source map says. */
async function packagesOf(map: string): Promise<string[]> {
  try {
    const { sources } = JSON.parse(await readFile(map, 'utf8')) as { sources: string[] }
    return sources.flatMap((source) => packageOf(source) ?? [])
  } catch {
    return []
  }
}

/** A remote takes from the shell what the page has one of; what it compiles in itself is named. */
export async function bundledViolations(layout: Layout, release: Release): Promise<Violation[]> {
  const folder = layout.release(release.name, release.release)
  const scripts = Object.keys(release.files).filter((file) => file.endsWith('.js'))
  const found = await Promise.all(
    scripts.map(async (file) => {
      const [packages, code] = await Promise.all([
        packagesOf(join(folder, `${file}.map`)),
        readFile(join(folder, file), 'utf8').catch(() => ''),
      ])
      return Object.entries(singletons).flatMap(([name, text]) => packages.includes(name) || text?.test(code) === true ? [name] : []) // prettier-ignore
    }),
  )
  const names = [...new Set(found.flat())].sort()
  if (names.length === 0) return []
  return [violation('share-bundled', `${release.name} brings a copy of its own of ${listed(names)}, of which a page has one`)] // prettier-ignore
}
